import DaymarkModel

extension Form {
  /// The id of a feat, as operators write it.
  package static let featID = Form.word(
    Pattern("^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"), .featID, orAs: [.number])
}

extension Part<DayValue> {
  /// A leaf on the best attempt at a feat: `{id: pushups-1min, atLeast: 40}`.
  static var feat: Part {
    let figures = FeatFigure.allCases.map(\.rawValue)
    return Part(
      keys: [
        .needed("id", .featID),
        .optional(
          "counts", .choice(figures), standard: .string(FeatFigure.repetitions.rawValue)),
      ],
      read: { fields in
        guard case .string(let id)? = fields["id"], let figure: FeatFigure = fields.word("counts")
        else { return nil }
        return .feat(figure, of: FeatReference(id))
      },
      write: { value in
        guard case .feat(let figure, let feat) = value else { return nil }
        return ["id": .string(feat.id), "counts": .string(figure.rawValue)]
      })
  }
}

extension LeafComparison {
  /// A comparison in the unit of the feat's figure, which is repetitions unless `counts` says
  /// otherwise.
  static let byFigure = threshold(
    .ofAttemptBy(
      key: "counts",
      Dictionary(uniqueKeysWithValues: FeatFigure.allCases.map { ($0.rawValue, $0.unit) }),
      otherwise: FeatFigure.repetitions.rawValue))
}
