import DaymarkModel

// The tables of a file of limits.

let boundKeys = ["notedAbove", "flaggedAbove", "flaggedBelow"]

extension KeyTable {
  static let limits = KeyTable([
    .needed(
      "limits",
      .word(VersionedName.pattern, .versionedName(example: "daymark-limits@1.0.0"))),
    .needed("flags", .mapping(limitFlags)),
  ])

  /// A flag that is left out is never raised.
  static let limitFlags = KeyTable(
    FlagCode.allCases.map { code in
      switch code {
      case .runningSpeed: .optional(code.rawValue, .mapping(runningLimit))
      case .liftLoad: .optional(code.rawValue, .mapping(liftLimit))
      default: .optional(code.rawValue, .mapping(limit(in: code.unit)))
      }
    })

  static func limit(in unit: String) -> KeyTable {
    KeyTable(
      boundKeys.map { .optional($0, .quantity(unit)) } + [.needed("source", .text)],
      needsAny: boundKeys)
  }

  static let runningLimit = KeyTable([
    .needed("aboveRecord", .quantity("%")),
    .needed("records", .list(.mapping(runningRecord), of: .record)),
    .needed("source", .text),
  ])

  static let runningRecord = KeyTable([
    .needed("distance", .quantity("m")),
    .needed("time", .word(Pattern("^[0-9]"), .raceTime)),
  ])
}

extension Form {
  static func quantity(_ unit: String) -> Form {
    .word(Pattern("^[0-9.]+ +\(unit)$"), .numberWithUnit(unit))
  }
}
