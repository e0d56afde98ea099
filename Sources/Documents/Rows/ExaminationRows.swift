package import DaymarkModel

extension Members<ExportComparison> {
  /// The document that `examine` prints for two exports: how the days of the earlier one differ in
  /// the later one.
  ///
  /// It contains amounts, which are health values, only if they were asked for.
  package static let examination = Members(
    ExportComparison(later: .unknown, earlier: .unknown, zone: .utc, lastDay: CivilDay(ordinal: 0)),
    [
      .schema("daymark/examination@1"),
      .derived("tool", Members<Tool>.tool.kind) { _ in Tool(version: daymarkVersion) },
      .needed("later", \.later, Members<ExportComparison.Export>.export.kind),
      .needed("earlier", \.earlier, Members<ExportComparison.Export>.export.kind),
      .needed("zone", \.zone, .zone),
      .needed("lastDay", \.lastDay, .day, "The last day that the earlier export has whole."),
      .needed(
        "same", \.same, .count, "Records and sessions of these days that are in both as they were."),
      .needed(
        "counts", \.counts, .list(Members<DifferenceCount>.differenceCount.kind),
        "All differences by kind and metric."),
      .needed(
        "differences", \.differences, .list(Members<ExportDifference>.exportDifference.kind),
        "What is not explained, strongest first; of very many not all."),
      .needed(
        "explained", \.explained, .list(Members<ExplainedCount>.explainedCount.kind),
        "What is not the same for a reason that is known and honest."),
    ])
}

extension ExportComparison.Export {
  static let unknown = Self(
    name: "", digest: .ofNothing, end: Instant(milliseconds: 0))
}

extension Members<ExportComparison.Export> {
  static let export = Members(
    .unknown,
    [
      .needed("file", \.name, .text), .needed("sha256", \.digest, .digest),
      .needed("end", \.end, .instant, "Its export date, or the end of its last record."),
    ])
}

extension Members<DifferenceCount> {
  fileprivate static let differenceCount = Members(
    DifferenceCount(.changed, metric: nil, count: 0, questions: 0),
    [
      .needed("kind", \.kind, .word),
      .optional("metric", \.metric, .metric, "None of sessions."),
      .needed("count", \.count, .countFromOne), .needed("questions", \.questions, .count),
    ])
}

extension Members<ExportDifference> {
  fileprivate static let exportDifference = Members(
    ExportDifference(.changed, nil, raises: false, day: CivilDay(ordinal: 0), source: ""),
    [
      .needed("kind", \.kind, .word),
      .optional("question", \.question, .word, "Why a person has to be asked; else it is noted."),
      .needed("raises", \.raises, .flag, "Whether it raises an amount of its day."),
      .optional("metric", \.metric, .metric), .optional("session", \.session, .word),
      .derivedIfAny("unit", .text) { $0.metric?.canonicalUnit.rawValue },
      .needed("day", \.day, .day), .optional("earlierDay", \.earlierDay, .day),
      .needed("source", \.source, .text, "The name of the device or app."),
      .optional("place", \.place, Members<InputLocation>.inputLocation.kind),
      .optional("earlierPlace", \.earlierPlace, Members<InputLocation>.inputLocation.kind),
      .optional("amount", \.amount, .amount),
      .optional("earlierAmount", \.earlierAmount, .amount),
    ])
}

extension Members<ExplainedCount> {
  fileprivate static let explainedCount = Members(
    ExplainedCount(.condensed, metric: nil, count: 0),
    [
      .needed("kind", \.kind, .word),
      .optional("metric", \.metric, .metric, "None of sessions."),
      .needed("count", \.count, .countFromOne),
    ])
}
