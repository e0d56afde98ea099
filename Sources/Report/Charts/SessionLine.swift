import DaymarkModel

/// The sessions of one day as bars on a line of 24 hours.
struct SessionLine {
  /// The kinds of sessions that share a colour.
  static let groups: [(style: String, kinds: [ActivityKind])] = [
    ("foot", [.run, .walk, .hike]), ("ride", [.cycle, .row, .swim]),
    ("body", [.strength, .hiit, .yoga]), ("other", [.other, .learning]),
  ]

  let sessions: [Session]
  let calendar: DayCalendar

  var svg: String {
    var drawing = Drawing(height: 22)
    for hour in [0, 6, 12, 18, 24] {
      drawing.line("grid", x1: Double(hour) / 0.24, y1: 0, x2: Double(hour) / 0.24, y2: 22)
    }
    for session in sessions {
      let day = calendar.interval(of: session.day)
      let (start, end) = (session.activity.start, min(session.activity.end, day.end))
      let from = percent(Interval(day.start, max(day.start, start)).duration, of: day.duration)
      let width = percent(Interval(start, max(start, end)).duration, of: day.duration)
      drawing.box(
        "s-\(session.activity.kind.style)", x: min(from, 98.5), y: 3, width: max(1.5, width),
        height: 16, title: "\(session.activity.kind.words), \(start.clock(calendar))")
    }
    return drawing.svg("row")
  }
}

private func percent(_ part: Int64, of whole: Int64) -> Double {
  percent(Int128(part), of: Int128(whole))
}

extension ActivityKind {
  fileprivate var style: String {
    SessionLine.groups.first { $0.kinds.contains(self) }?.style ?? "other"
  }
}
