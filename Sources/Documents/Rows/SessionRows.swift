package import DaymarkModel

extension Members<Session> {
  /// A session, as readings and exports have it; its track and its sets are not kept.
  package static let session = Members(
    Session(
      day: CivilDay(ordinal: 0),
      activity: Activity(
        kind: .other, start: Instant(milliseconds: 0), end: Instant(milliseconds: 0)),
      inputs: [], origins: [:]),
    [
      .needed("day", \.day, .day, column: "day"),
      .needed("kind", \.activity.kind, .activityKind, column: "kind"),
      .unlessEmpty("isIndoor", \.activity.isIndoor, .flag, column: "indoor"),
      .needed("start", \.activity.start, .instant, column: "start"),
      .needed("end", \.activity.end, .instant, column: "end"),
      .needed("source", \.activity.source, .sourceRank), .needed("input", \.activity.input, .count),
      .unlessEmpty("isUserEntered", \.activity.isUserEntered, .flag, column: "typed_in"),
      .unlessEmpty("values", \.activity.values, .map(ActivityField.self, .exactAmount)),
      .needed("inputs", \.inputs, .list(.count)),
      .unlessEmpty("origins", \.origins, .map(ActivityField.self, .count)),
    ],
    ActivityField.allCases.map { field in
      .column(field.columnName, .amount) { $0.activity.values[field] }
    })
}

extension ActivityField {
  /// The name of the field's column, with its unit.
  fileprivate var columnName: String {
    switch self {
    case .activeSeconds: "active_seconds"
    case .distanceMeters: "distance_meters"
    case .kilocalories: "kilocalories"
    case .steps: "steps"
    case .averageBPM: "average_bpm"
    case .maximumBPM: "maximum_bpm"
    case .elevationGainMeters: "elevation_gain_meters"
    }
  }
}
