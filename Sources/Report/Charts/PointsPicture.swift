import DaymarkModel

/// A picture of a ledger by days: the points that each day earned, and the balance.
struct PointsPicture {
  private static let (top, bottom, height) = (22.0, 150.0, 176.0)

  /// A day about which the ledger has lines.
  struct Day {
    var date: CivilDay
    /// The points that were earned, less those taken back.
    var earned: Int
    /// The balance after all lines about days up to this one.
    var balance: Int
  }

  let days: [Day]

  /// Sums the lines of a ledger by the day that they are about.
  ///
  /// - Parameter lines: The lines, in any order.
  init(_ lines: [LedgerLine]) {
    var sums: [CivilDay: (earned: Int, all: Int)] = [:]
    for line in lines where line.points != 0 {
      sums[line.day, default: (0, 0)].all += line.points
      if line.part != nil { sums[line.day, default: (0, 0)].earned += line.points }
    }
    var balance = 0
    days = sums.sorted { $0.key < $1.key }.map { day, sum in
      balance += sum.all
      return Day(date: day, earned: sum.earned, balance: balance)
    }
  }

  var svg: String {
    guard let first = days.first?.date, let last = days.last?.date else { return "" }
    var drawing = Drawing(height: Self.height)
    let slots = Double(first.distance(to: last) + 1)
    let (least, most) = (
      min(0, days.map(\.balance).min() ?? 0), max(1, days.map(\.balance).max() ?? 1)
    )
    func y(_ points: Int) -> Double {
      Self.bottom - Double(points - least) / Double(most - least) * (Self.bottom - Self.top)
    }
    func x(_ day: CivilDay) -> Double { Double(first.distance(to: day)) / slots * 100 }
    for (place, day) in days.enumerated() {
      let end = place + 1 < days.count ? x(days[place + 1].date) : 100
      drawing.box(
        day.balance < 0 ? "o-fail" : "o-pass", x: x(day.date), y: min(y(day.balance), y(0)),
        width: end - x(day.date), height: abs(y(day.balance) - y(0)),
        title: "\(day.date.words): \(grouped(day.balance)) points")
    }
    drawing.line("base", x1: 0, y1: y(0), x2: 100, y2: y(0))
    drawing.text("start", x: 0, y: Self.top - 8, "\(grouped(most)) points")
    drawing.text("start", x: 0, y: Self.bottom + 17, first.words)
    if slots > 10 { drawing.text("end", x: 100, y: Self.bottom + 17, last.words) }
    return drawing.svg("plot")
  }
}
