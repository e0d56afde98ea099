import DaymarkModel

/// The days of a streak as a calendar, with a column for each week and a row for each weekday.
///
/// Marks differ by shape as well as by colour, so that they can be told apart on any paper and by any eye.
struct StreakCalendarPicture {
  /// The number of weeks that are shown, which are the last ones.
  static let mostWeeks = 27

  let calendar: StreakCalendar
  let weekStartsOn: CivilDay.Weekday

  /// The days that are shown.
  var shown: ArraySlice<StreakCalendar.Day> {
    guard let last = calendar.days.last?.date else { return [] }
    let first = last.week(beginningOn: weekStartsOn).advanced(by: -7 * (Self.mostWeeks - 1))
    return calendar.days.drop { $0.date < first }
  }

  var svg: String {
    guard let first = shown.first?.date.week(beginningOn: weekStartsOn),
      let last = shown.last?.date
    else { return "" }
    var paths: [StreakCalendar.Mark: String] = [:]
    for day in shown {
      let place = first.distance(to: day.date)
      paths[day.mark, default: ""] += Self.cell(day.mark, x: place / 7, y: place % 7)
    }
    let weeks = first.distance(to: last) / 7 + 1
    let shapes = StreakCalendar.Mark.allCases.compactMap { mark in
      paths[mark].map { "<path class=\"c-\(mark.rawValue)\" d=\"\($0)\"/>" }
    }
    return "<svg class=\"streak\" viewBox=\"0 0 \(weeks) 7\" "
      + "aria-hidden=\"true\" focusable=\"false\">\(shapes.joined())</svg>"
  }

  /// A single mark, for a legend.
  static func key(_ mark: StreakCalendar.Mark) -> String {
    "<svg class=\"strip\" viewBox=\"0 0 1 1\" aria-hidden=\"true\" focusable=\"false\">"
      + "<path class=\"c-\(mark.rawValue)\" d=\"\(cell(mark, x: 0, y: 0))\"/></svg>"
  }

  private static func cell(_ mark: StreakCalendar.Mark, x: Int, y: Int) -> String {
    func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> String {
      let (x, y) = (Double(x) + left, Double(y) + top)
      return "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h-\(number(width))z"
    }
    return switch mark {
    case .active: box(0.06, 0.06, 0.88, 0.88)
    // A frame that is empty inside, where the day itself is missing.
    case .frozen:
      box(0.06, 0.06, 0.88, 0.2) + box(0.06, 0.74, 0.88, 0.2) + box(0.06, 0.26, 0.2, 0.48)
        + box(0.74, 0.26, 0.2, 0.48)
    case .missed: box(0.06, 0.4, 0.88, 0.2)
    case .idle: box(0.4, 0.4, 0.2, 0.2)
    case .rest: box(0.3, 0.3, 0.4, 0.4)
    case .paused: box(0.2, 0.15, 0.2, 0.7) + box(0.6, 0.15, 0.2, 0.7)
    case .open: box(0.06, 0.88, 0.88, 0.06)
    }
  }
}

extension StreakCalendar.Mark {
  /// The meaning of the mark, for a legend.
  var words: String {
    switch self {
    case .active: "done"
    case .frozen: "missed, covered by a freeze"
    case .missed: "missed"
    case .idle: "not done"
    case .rest: "day of rest"
    case .paused: "paused"
    case .open: "still open"
    }
  }

  /// The letter that stands for the mark in text.
  var letter: String {
    switch self {
    case .active: "x"
    case .frozen: "f"
    case .missed: "-"
    case .idle: "."
    case .rest: "r"
    case .paused: "p"
    case .open: "o"
    }
  }
}
