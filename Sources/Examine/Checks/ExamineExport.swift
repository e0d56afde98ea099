package import DaymarkModel

/// Returns the signs of editing that one export shows by itself; see Examine, "One export by
/// itself".
///
/// - Parameters:
///   - export: The complete contents of the export, of all dates.
///   - sources: The sources, by rank.
///   - zone: The time zone that divides days.
///   - honest: The number of honest exports for each check.
/// - Returns: The results; `nil` for an export with neither an export date nor a record.
/// - Complexity: O(*n* log *n*) in the number of records.
package func examine(
  _ export: ExportContents, sources: [Source], zone: Zone,
  honest: [ExportCheck: HonestCounts] = shippedHonestCounts
) -> Dossier? {
  guard let end = export.end else { return nil }
  let examined = ExaminedExport(export, sources: sources, zone: zone, end: end)
  let found = ExportCheck.allCases.compactMap { check in
    examined.result(of: check).map { result in
      var result = result
      result.honest = honest[check] ?? HonestCounts()
      return result
    }
  }
  let levels = CheckResult.Level.allCases
  return Dossier(
    export: ExportComparison.Export(export.facts, end: end), zone: zone,
    records: export.records.values.reduce(export.sessions.count) { $0 + $1.count },
    results: levels.flatMap { level in found.filter { $0.level == level } })
}

extension ExaminedExport {
  fileprivate func result(of check: ExportCheck) -> CheckResult? {
    switch check {
    case .copied: copied
    case .writtenEarly: writtenEarly
    case .scattered: scattered
    case .fullMinutes: fullMinutes
    case .evenLengths: evenLengths
    case .roundNumbers: roundNumbers
    case .muteWatch: muteWatch
    case .aboveStated: aboveStated
    case .oddStride: oddStride
    case .flightsAlone: flightsAlone
    case .backwards: backwards
    case .writtenAtOnce: writtenAtOnce
    }
  }
}
