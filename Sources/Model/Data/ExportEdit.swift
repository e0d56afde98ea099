/// How many records of a metric, or sessions of a kind, an export has on one day otherwise than an earlier export of the
/// same person.
///
/// See Examine, "In a run".
package struct ExportEdit: Hashable, Sendable {
  package var day: CivilDay
  /// `nil` of sessions.
  package var metric: Metric?
  /// `nil` of records.
  package var kind: ActivityKind?
  /// The number of those that raise an amount and are a question to the person.
  package var raised: Int
  /// The number of the others: gone, or saying no more than before, or not to be told from what an earlier export lost.
  package var changed: Int
  /// The number of those that raise an amount, and that honest exports have: come in late, written by an app, or deleted
  /// and still counted.
  package var explained: Int

  package init(
    day: CivilDay, metric: Metric? = nil, kind: ActivityKind? = nil, raised: Int = 0,
    changed: Int = 0, explained: Int = 0
  ) {
    (self.day, self.metric, self.kind) = (day, metric, kind)
    (self.raised, self.changed, self.explained) = (raised, changed, explained)
  }

  /// The numbers as figures of quality.
  package var figures: [FlagCode: Quantity] {
    var figures: [FlagCode: Quantity] = [:]
    if raised > 0 { figures[.raisedInExport] = Quantity(raised) }
    if changed > 0 { figures[.changedInExport] = Quantity(changed) }
    if explained > 0 { figures[.explainedInExport] = Quantity(explained) }
    return figures
  }
}

extension SubjectAggregates {
  /// Takes over what exports have otherwise than earlier ones: of records it is a figure of their day.
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
