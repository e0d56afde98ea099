import DaymarkModel

extension BodyWeight {
  /// A weight as a file has it; `nil` of one that no body has, or in a unit that is not known.
  ///
  /// Nothing but a lift would miss it, so nothing is said of it.
  init?(_ record: BodyWeightRecord) {
    guard case .known(let unit) = record.weight.unit, unit.dimension == .mass,
      let mass = try? RecordConversion.quantity(record.weight.value, times: unit.ratio),
      LogSettings.bodyWeights.contains(mass), record.at >= Record.earliestStart
    else { return nil }
    self.init(at: record.at, mass: mass)
  }
}

extension SampleSet {
  /// Whether anything was lifted, so that weights are wanted.
  var hasSets: Bool { !strength.isEmpty || activities.contains { !$0.sets.isEmpty } }
}
