import DaymarkModel

/// The days of one subject as a strip of cells, each one unit wide; the strip is stretched to fill
/// its place.
///
/// Standings differ by shape as well as by colour, so that they can be told apart on any paper and by
/// any eye.
struct HeatStrip {
  /// The most days that are drawn as separate cells; in a longer strip equal neighbours are drawn
  /// as one.
  private static let mostSeparateDays = 62

  let days: [DayStanding]
  /// The shade of days that count; see ``SubjectRow/quarters``.
  var quarters: [Int] = []
  /// The day of the first cell; `nil` leaves out the lines between weeks.
  var first: CivilDay?

  var svg: String {
    var paths: [String: String] = [:]
    let gap = days.count > Self.mostSeparateDays ? 0 : 0.12
    var first = 0
    while first < days.count {
      var end = first + 1
      if gap == 0 { while end < days.count, style(of: end) == style(of: first) { end += 1 } }
      paths[style(of: first), default: ""] += cell(days[first], from: first, to: end, gap: gap)
      first = end
    }
    let shapes = DayStanding.allCases.flatMap { standing in
      (standing == .met ? ["", " q1", " q2", " q3", " q4"] : [""]).compactMap { shade in
        let style = "d-\(standing.style)\(shade)"
        return paths[style].map { "<path class=\"\(style)\" d=\"\($0)\"/>" }
      }
    }
    return "<svg class=\"strip\" viewBox=\"0 0 \(max(1, days.count)) 1\" "
      + "preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\">"
      + "\(shapes.joined())\(weeks)</svg>"
  }

  /// The classes of the stylesheet for a day's cell.
  private func style(of day: Int) -> String {
    let quarter = days[day] == .met && quarters.indices.contains(day) ? quarters[day] : 0
    return "d-\(days[day].style)" + (quarter > 0 ? " q\(quarter)" : "")
  }

  /// The SVG path of a vertical line before each Monday; empty for a strip of at most a week.
  private var weeks: String {
    guard let first, days.count > 7 else { return "" }
    let mondays = days.indices.dropFirst().filter {
      first.advanced(by: $0).weekday == .monday
    }
    let lines = mondays.map { "M\(number(Double($0) - 0.06)) 0v1" }.joined()
    return "<path class=\"week\" d=\"\(lines)\"/>"
  }

  private func cell(_ standing: DayStanding, from: Int, to: Int, gap: Double) -> String {
    let width = number(Double(to - from) - gap)
    func box(_ y: String, _ height: String) -> String {
      "M\(from) \(y)h\(width)v\(height)h-\(width)z"
    }
    return switch standing {
    case .met: box("0", "1")
    case .short: box(".5", ".5")
    case .nothing: box(".88", ".12")
    case .incomplete: box("0", ".3") + box(".7", ".3")
    case .notOver: box(".38", ".24")
    case .notAsked: ""
    }
  }
}

extension DayStanding {
  /// The class of the stylesheet for the standing.
  var style: String { rawValue.lowercased() }
}
