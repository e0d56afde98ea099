/// The number of records of a metric, or sessions of a kind, on one day that an export changes
/// against an earlier export of the same person.
///
/// See Examine, "In a run".
package struct ExportEdit: Hashable, Sendable {
  package var day: CivilDay
  /// The metric of the records; `nil` for sessions.
  package var metric: Metric?
  /// The kind of the sessions; `nil` for records.
  package var kind: ActivityKind?
  /// The number of changes that raise an amount without a known honest reason, and so are a
  /// question to the person.
  package var raised: Int
  /// The number of changes that raise nothing, or that cannot be told from what the earlier export
  /// lost.
  package var changed: Int
  /// The number of changes that raise an amount for a known honest reason: data that arrived late,
  /// that an app wrote, or that was deleted and still counts.
  package var explained: Int

  package init(
    day: CivilDay, metric: Metric? = nil, kind: ActivityKind? = nil, raised: Int = 0,
    changed: Int = 0, explained: Int = 0
  ) {
    (self.day, self.metric, self.kind) = (day, metric, kind)
    (self.raised, self.changed, self.explained) = (raised, changed, explained)
  }

  /// The numbers as figures that limits of quality are compared with, by flag.
  package var figures: [FlagCode: Quantity] {
    var figures: [FlagCode: Quantity] = [:]
    if raised > 0 { figures[.raisedInExport] = Quantity(raised) }
    if changed > 0 { figures[.changedInExport] = Quantity(changed) }
    if explained > 0 { figures[.explainedInExport] = Quantity(explained) }
    return figures
  }
}

extension SubjectAggregates {
  /// Takes over the changes that exports make against earlier ones; changes of records become
  /// figures of their day.
  package mutating func add(_ edits: [ExportEdit]) {
    sessionEdits += edits.filter { $0.metric == nil }
    let ofRecords = Dictionary(
      edits.filter { $0.metric != nil }.map { (ExportEdit(day: $0.day, metric: $0.metric), $0) },
      uniquingKeysWith: { first, _ in first })
    if ofRecords.isEmpty { return }
    for index in days.indices {
      let key = ExportEdit(day: days[index].day, metric: days[index].metric)
      guard let edit = ofRecords[key] else { continue }
      days[index].measure.figures.merge(edit.figures) { $1 }
    }
  }
}
