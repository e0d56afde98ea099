package import DaymarkModel

extension Members<Dossier> {
  /// The document that `examine` prints for one export: what is usual in it and what is not.
  ///
  /// It holds no health values.
  package static let dossier = Members(
    Dossier(export: .unknown, zone: .utc, records: 0, results: []),
    [
      .schema("daymark/dossier@1"),
      .derived("tool", Members<Tool>.tool.kind) { _ in Tool(version: daymarkVersion) },
      .needed("export", \.export, Members<ExportComparison.Export>.export.kind),
      .needed("zone", \.zone, .zone), .needed("records", \.records, .count),
      .needed(
        "results", \.results, .list(Members<CheckResult>.result.kind),
        "One for each check that had something to look at, questions first."),
    ])
}

extension Members<CheckResult> {
  fileprivate static let result = Members(
    CheckResult(.copied, .usual, looked: 1, unusual: 0),
    [
      .needed("check", \.check, .word), .needed("level", \.level, .word),
      .needed("looked", \.looked, .countFromOne, "Records, days or devices that were looked at."),
      .needed("unusual", \.unusual, .count, "Those of them that are not as usual."),
      .unlessEmpty(
        "places", \.places, .list(Members<CheckPlace>.place.kind), "Where the first stand."),
      .needed("honest", \.honest, Members<HonestCounts>.counts.kind),
    ])
}

extension Members<CheckPlace> {
  fileprivate static let place = Members(
    CheckPlace(day: CivilDay(ordinal: 0), metric: nil, source: ""),
    [
      .needed("day", \.day, .day), .optional("metric", \.metric, .metric),
      .needed("source", \.source, .text, "The name of the device or app."),
      .optional("place", \.place, Members<InputLocation>.inputLocation.kind),
    ])
}

extension Members<HonestCounts> {
  fileprivate static let counts = Members(
    HonestCounts(),
    [
      .needed("real", \.real, .count, "Honest exports of real people that the check was tried on."),
      .needed("realAsked", \.realAsked, .count, "Those of them that it asked about."),
      .needed("made", \.made, .count, "Likewise of made people."),
      .needed("madeAsked", \.madeAsked, .count),
    ])
}

extension Members<Calibration> {
  /// The document that `calibrate` writes: counts over honest exports, and nothing of their
  /// contents.
  package static let calibration = Members(
    Calibration(),
    [
      .schema("daymark/calibration@1"),
      .derived("tool", Members<Tool>.tool.kind) { _ in Tool(version: daymarkVersion) },
      .needed("exports", \.exports, .count), .needed("asked", \.asked, .count),
      .needed("checks", \.counts, .list(Members<Calibration.Count>.count.kind)),
    ])
}

extension Members<Calibration.Count> {
  fileprivate static let count = Members(
    Calibration.Count(.copied),
    [
      .needed("check", \.check, .word),
      .needed("exports", \.exports, .count, "Those in which it had something to look at."),
      .needed("asked", \.asked, .count),
    ])
}
