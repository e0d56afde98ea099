import DaymarkModel

extension Part<Leaf> {
  /// The best set of an exercise over all days: `{exercise: bench-press, estimate: {atLeast: 100 kg}}`.
  ///
  /// - Parameter days: The days that it may choose.
  static func lift(on days: Part<DaySelection>) -> Part {
    let names = LiftQuantity.allCases.map(\.rawValue)
    return Part(
      keys: [.needed("exercise", .exercise)]
        + LiftQuantity.allCases.map { quantity in
          let keys = Comparison.keys(of: .ofSession(quantity.unit))
          return .optional(
            quantity.rawValue, .mapping(KeyTable(keys, oneOf: Comparison.keys)))
        } + days.keys, alternatives: [names],
      read: { fields in
        guard case .string(let exercise)? = fields["exercise"],
          let quantity = LiftQuantity.allCases.first(where: { fields[$0.rawValue] != nil }),
          let comparison = fields.fields(quantity.rawValue).flatMap(Comparison.init),
          let selection = days.read(fields)
        else { return nil }
        return Leaf(.best, of: .lift(quantity, of: exercise), comparison, on: selection)
      },
      write: { leaf in
        guard case .lift(let quantity, let exercise) = leaf.value, leaf.measure == .best else {
          return nil
        }
        return joined(
          [
            "exercise": .string(exercise),
            quantity.rawValue: .object(leaf.comparison.members(in: quantity.unit)),
          ], days.write(leaf.days))
      })
  }
}
