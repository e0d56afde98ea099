import DaymarkModel
import DaymarkReport

/// The characters that stand for days: coloured blocks, or letters on a terminal without colour.
struct DayMarks {
  let terminal: Terminal

  private func mark(_ standing: DayStanding) -> Character {
    terminal.colours ? standing.block : standing.letter
  }

  /// Returns the marks of some days, one character per day and without colour.
  func row(_ standings: some Sequence<DayStanding>) -> String { String(standings.map(mark)) }

  /// Returns a row of day marks in colour.
  func painted(_ row: String) -> String {
    var text = ""
    var rest = row[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      let colour = DayStanding.allCases.first { mark($0) == first }?.colour
      text += colour.map { terminal.paint(String(run), $0) } ?? String(run)
      rest = rest.dropFirst(run.count)
    }
    return text
  }

  /// Returns the legend of the characters that occur.
  func legend(_ shown: Set<DayStanding>, width: Int) -> String {
    var lines: [String] = []
    var used = width
    for standing in DayStanding.allCases where shown.contains(standing) && standing != .notAsked {
      let text = "\(mark(standing)) \(standing.words)"
      let entry = "\(painted(String(mark(standing)))) \(standing.words)"
      if !lines.isEmpty, used + 3 + text.displayWidth <= width {
        lines[lines.count - 1] += "   " + entry
        used += 3 + text.displayWidth
      } else {
        lines.append(entry)
        used = text.displayWidth
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the line above the columns, with the day of the month of the first column and of each
  /// Monday.
  static func ruler(_ days: ArraySlice<CivilDay>) -> String {
    var text = ""
    for (column, day) in days.enumerated() where column == 0 || day.weekday == .monday {
      guard column == 0 || column > text.count else { continue }
      text += String(repeating: " ", count: column - text.count) + "\(day.yearMonthDay.day)"
    }
    return text
  }
}

extension DayStanding {
  fileprivate var block: Character {
    switch self {
    case .met: "█"
    case .short: "▒"
    case .nothing: "_"
    case .incomplete: "?"
    case .notOver: "·"
    case .notAsked: " "
    }
  }

  var colour: Terminal.Colour? {
    switch self {
    case .met: .green
    case .short: .red
    case .incomplete: .yellow
    case .nothing, .notOver, .notAsked: nil
    }
  }
}
