import DaymarkDocuments
import DaymarkModel

// The minutes of each kind of session in a case of a programme.
extension KeyTable {
  /// The keys under `minutes`: for each kind of session a list with the minutes of each day.
  static let givenMinutes = KeyTable(
    ActivityKind.allCases.map { .optional($0.rawValue, GivenCell.list(in: .minute)) },
    atLeastOneOf: ActivityKind.allCases.map(\.rawValue))
}

extension GivenFiguresReader {
  /// Makes a session for each day with minutes of its kind.
  ///
  /// - Parameter incomplete: Gets the days that the case gives as incomplete.
  /// - Returns: `nil` when an error was reported.
  func minutes(_ incomplete: inout Set<CivilDay>) -> [Session]? {
    guard mapping.has("minutes") else { return [] }
    guard let table = mapping.mapping("minutes", .givenMinutes),
      !table.any(of: table.table.atLeastOneOf).isEmpty
    else { return nil }
    var sessions: [Session] = []
    var isSound = true
    for kind in ActivityKind.allCases where table.has(kind.rawValue) {
      guard let cells = cells(table, kind.rawValue, in: .minute, step: 1) else {
        isSound = false
        continue
      }
      for (day, cell) in zip(days, cells) {
        if !cell.isComplete { incomplete.insert(day) }
        guard let minutes = cell.amount, minutes > .zero else { continue }
        let seconds = Quantity(exactly: Int128(minutes.microUnits) * 60) ?? .limit
        sessions.append(
          session(kind, on: day, at: sessions.count, values: [.activeSeconds: seconds]))
      }
    }
    return isSound ? sessions : nil
  }
}
