package import DaymarkModel

/// What the Health exports of one person have otherwise than the one before, by day; see Examine, "In a run".
///
/// Each is held against the last sound one that is older. Parts of exports with one date are one export. Nothing counts as
/// raised where the two name no watch and no phone in common, for they may be of two phones, nor where the older one has
/// records that could not be read.
///
/// - Parameters:
///   - exports: Those that are kept apart, in any order.
///   - sources: By rank.
///   - zone: Decides days.
///   - time: What begins in it is compared; everything when `nil`.
/// - Returns: At most one for each day and metric, and for each day and kind of session; ascending by day.
/// - Complexity: O(*n* log *n*) in the number of records of that time.
package func exportEdits(
  _ exports: [ExportContents], sources: [Source], zone: Zone, during time: Interval? = nil
) -> [ExportEdit] {
  var edits: [ExportEdit: ExportEdit] = [:]
  var known: ExportContents?
  for export in joined(exports) {
    defer { if export.facts.damage.isEmpty { known = export } }
    guard let earlier = known,
      let comparison = compareExports(
        export, against: earlier, sources: sources, zone: zone, during: time)
    else { continue }
    let isSure =
      !export.devices(sources).isDisjoint(with: earlier.devices(sources))
      && !earlier.facts.findings.contains { $0.code.level == .damage }
    for edit in comparison.edits {
      let key = ExportEdit(day: edit.day, metric: edit.metric, kind: edit.kind)
      var sum = edits[key] ?? key
      if isSure { sum.raised += edit.raised } else { sum.changed += edit.raised }
      // What a damaged export lacks it may have lost.
      if export.facts.damage.isEmpty { sum.changed += edit.changed }
      edits[key] = sum
    }
  }
  return edits.values.filter { $0.raised + $0.changed > 0 }.sorted(by: precedes)
}

/// The exports by their ends, those of one end as one.
private func joined(_ exports: [ExportContents]) -> [ExportContents] {
  var joined: [Instant: ExportContents] = [:]
  for export in exports {
    guard let end = export.end else { continue }
    guard var known = joined.removeValue(forKey: end) else {
      joined[end] = export
      continue
    }
    known.facts.findings += export.facts.findings
    known.records.merge(export.records, uniquingKeysWith: +)
    known.sessions += export.sessions
    known.sources.formUnion(export.sources)
    joined[end] = known
  }
  return joined.sorted { $0.key < $1.key }.map(\.value)
}

private func precedes(_ a: ExportEdit, _ b: ExportEdit) -> Bool {
  func place(_ edit: ExportEdit) -> (CivilDay, Int, String) {
    (edit.day, edit.metric.map { Int($0.rawValue) } ?? .max, edit.kind?.rawValue ?? "")
  }
  return place(a) < place(b)
}

extension ExportContents {
  /// The ranks of the watches and phones that it names.
  fileprivate func devices(_ ranked: [Source]) -> Set<UInt16> {
    sources.filter {
      ranked.indices.contains(Int($0))
        && [.watch, .phone].contains(ranked[Int($0)].deviceClass)
    }
  }
}
