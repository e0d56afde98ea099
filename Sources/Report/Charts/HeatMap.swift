import DaymarkModel

/// The days of one subject as a strip of cells, one unit wide each; the strip is stretched to its place.
///
/// Standings differ by shape as well as by colour, so that they can be told apart on any paper and by
/// any eye.
struct HeatStrip {
  /// Beyond so many days cells that are alike are drawn in one.
  private static let mostSeparateDays = 62

  let days: [DayStanding]
  /// As of ``SubjectRow/quarters``: the shade of days that count.
  var quarters: [Int] = []
  /// The day of the first cell, where weeks are to be told apart.
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

  /// The classes of a day's cell.
  private func style(of day: Int) -> String {
    let quarter = days[day] == .met && quarters.indices.contains(day) ? quarters[day] : 0
    return "d-\(days[day].style)" + (quarter > 0 ? " q\(quarter)" : "")
  }

  /// A line before each Monday, where there are several weeks.
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
  /// A class of the stylesheet.
  var style: String { rawValue.lowercased() }
}
