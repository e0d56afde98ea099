import DaymarkModel

extension Part<Leaf> {
  /// A leaf on the best set of an exercise: `{exercise: bench-press, estimate: {atLeast: 100 kg}}`.
  ///
  /// The unit of a load's thresholds says whether it is compared in kilograms or as a multiple of
  /// the body weight.
  ///
  /// - Parameter days: The keys that choose the days.
  static func lift(on days: Part<DaySelection>) -> Part {
    let compared = LiftQuantity.allCases.filter { $0 != .bodyWeights }
    return Part(
      keys: [.needed("exercise", .exercise)]
        + compared.map { quantity in
          let keys = Comparison.keys(of: quantity == .load ? .ofLoad : .ofSession(quantity.unit))
          return .optional(
            quantity.rawValue, .mapping(KeyTable(keys, oneOf: Comparison.keys)))
        } + days.keys, alternatives: [compared.map(\.rawValue)],
      read: { fields in
        guard case .string(let exercise)? = fields["exercise"],
          let quantity = compared.first(where: { fields[$0.rawValue] != nil }),
          let asked = fields.fields(quantity.rawValue), let comparison = Comparison(asked),
          let selection = days.read(fields)
        else { return nil }
        let isRelative = asked.members.values.contains(where: \.isInBodyWeights)
        return Leaf(
          .best, of: .lift(isRelative ? .bodyWeights : quantity, of: exercise), comparison,
          on: selection)
      },
      write: { leaf in
        guard case .lift(let quantity, let exercise) = leaf.value, leaf.measure == .best else {
          return nil
        }
        let key = quantity == .bodyWeights ? LiftQuantity.load : quantity
        return joined(
          [
            "exercise": .string(exercise),
            key.rawValue: .object(leaf.comparison.members(in: quantity.unit)),
          ], days.write(leaf.days))
      })
  }
}

extension JSONValue {
  /// Whether the value is a threshold in multiples of the body weight, or a pair of them.
  package var isInBodyWeights: Bool {
    switch self {
    case .string(let text): text.hasSuffix(Unit.bodyWeight.rawValue)
    case .array(let elements): elements.contains(where: \.isInBodyWeights)
    default: false
    }
  }
}
