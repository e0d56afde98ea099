package import DaymarkModel

extension Members<Session> {
  /// A session, as readings and exports have it, without its track and sets.
  package static let session = Members(
    Session(
      day: CivilDay(ordinal: 0),
      activity: Activity(
        kind: .other, start: Instant(milliseconds: 0), end: Instant(milliseconds: 0)),
      inputs: [], origins: [:]),
    [
      .needed("day", \.day, .day, column: "day"),
      .needed("kind", \.activity.kind, .activityKind, column: "kind"),
      .optional("name", \.activity.name, .text), .optional("sportGap", \.activity.sportGap, .word),
      .unlessEmpty("isIndoor", \.activity.isIndoor, .flag, column: "indoor"),
      .needed("start", \.activity.start, .instant, column: "start"),
      .needed("end", \.activity.end, .instant, column: "end"),
      .needed("source", \.activity.source, .sourceRank), .needed("input", \.activity.input, .count),
      .unlessEmpty("isUserEntered", \.activity.isUserEntered, .flag, column: "typed_in"),
      .unlessEmpty("values", \.activity.values, .map(ActivityField.self, .exactAmount)),
      .unlessEmpty("hasGaps", \.activity.hasGaps, .flag),
      .unlessEmpty("heartRateTimes", \.activity.heartRate.times, .heartRateTimes),
      .unlessEmpty("openHeartMinutes", \.activity.heartRate.openMinutes, .amount),
      .needed("inputs", \.inputs, .list(.count)),
      .unlessEmpty("origins", \.origins, .map(ActivityField.self, .count)),
    ],
    ActivityField.allCases.map { field in
      .column(field.columnName, .amount) { $0.activity.values[field] }
    })
}

extension ActivityField {
  /// The name of the figure's column: its own name in lower case with underscores, such as
  /// `average_bpm`.
  fileprivate var columnName: String {
    var name = ""
    var isInCapitals = false
    for letter in rawValue {
      if letter.isUppercase, !isInCapitals { name += "_" }
      isInCapitals = letter.isUppercase
      name += letter.lowercased()
    }
    return name
  }
}
