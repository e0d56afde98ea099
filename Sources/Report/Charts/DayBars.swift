import DaymarkModel

/// A chart of one condition: a bar for each day, and a line at the rule's threshold.
struct DayBars {
  private static let top = 20.0
  private static let bottom = 168.0
  /// The height in pixels; below the bars are the days' names, and marks of what counted.
  private static let height = 212.0
  /// The height in pixels of this chart, which has more for a condition on weeks, whose numbers
  /// stand below their bands.
  private var height: Double { chart.weekGoal == nil ? Self.height : Self.height + 16 }
  /// The most bars for which each bar's value is written above it.
  private static let mostValues = 10

  let chart: DayChart

  private var slot: Double { 100 / Double(max(1, chart.bars.count)) }

  /// The value at the top of the chart, in micro-units.
  private var most: Int64 {
    let values = chart.bars.flatMap { [$0.value, $0.range?.upperBound] }.compactMap { $0 }
    let bounds = chart.comparison?.thresholds ?? []
    return max((values + bounds).map(\.microUnits).max() ?? 1, 1)
  }

  private func y(_ value: Quantity) -> Double {
    let part = Double(value.microUnits) / Double(most)
    return Self.bottom - part * (Self.bottom - Self.top)
  }

  /// A value as briefly as possible; a distance needs its unit, because it may be in meters or
  /// kilometers.
  private func figure(_ value: Quantity) -> String {
    value.shortWords(chart.unit, withUnit: chart.unit == .meter && value != .zero)
  }

  /// The labels of the lines, to the left of the bars.
  var axis: String {
    var drawing = Drawing(height: height)
    let thresholds = (chart.comparison?.thresholds ?? []).map { (y($0), $0, true) }
    var ends = [(Self.bottom, Quantity.zero, false)]
    // A chart of zeros alone has no value at its top.
    if most > 1 { ends.insert((Self.top, Quantity(microUnits: most), false), at: 0) }
    var taken: [Double] = []
    for (y, value, isThreshold) in thresholds + ends {
      guard taken.allSatisfy({ abs($0 - y) >= 15 }) else { continue }
      taken.append(y)
      drawing.text(
        isThreshold ? "tick goal-text" : "tick", x: 100, y: y + 4,
        figure(value))
    }
    return drawing.svg("axis")
  }

  var plot: String {
    var drawing = Drawing(height: height)
    drawing.line("grid", x1: 0, y1: Self.top, x2: 100, y2: Self.top)
    for (index, bar) in chart.bars.enumerated() { draw(bar, at: Double(index) * slot, &drawing) }
    drawing.line("base", x1: 0, y1: Self.bottom, x2: 100, y2: Self.bottom)
    for threshold in chart.comparison?.thresholds ?? [] {
      drawing.line("goal", x1: 0, y1: y(threshold), x2: 100, y2: y(threshold))
    }
    drawNames(&drawing)
    drawDecided(&drawing)
    return drawing.svg("plot")
  }

  private func draw(_ bar: DayChart.Bar, at x: Double, _ drawing: inout Drawing) {
    let (left, width) = (x + slot * 0.14, slot * 0.72)
    let style = "b-\(chart.style(of: bar.standing))"
    let amount = bar.value.map { "\($0.exactWords(chart.unit)), " }
    let title = "\(bar.day.weekdayWords): \(amount ?? "")\(chart.words(of: bar.standing))"
    if let range = bar.range {
      drawing.box(
        "\(style) range", x: left, y: y(range.upperBound), width: width,
        height: max(2, y(range.lowerBound) - y(range.upperBound)), title: title)
    }
    guard let value = bar.value, !bar.isUnknown else {
      // An empty slot says that nothing is known, which is not zero. For lost data it fills the
      // whole column, because a low one would be read as a small amount.
      let isLost = bar.standing == .incomplete
      let top = isLost ? Self.top : Self.bottom - 26
      let height = Self.bottom - 1 - top
      if isLost {
        drawing.box("\(style) pale", x: left, y: top, width: width, height: height)
        drawing.box("hatch", x: left, y: top, width: width, height: height)
      }
      drawing.box("slot", x: left, y: top, width: width, height: height, title: title)
      return
    }
    if bar.range != nil {
      drawing.box("mean", x: left, y: y(value) - 1.5, width: width, height: 3)
    } else {
      // A session that is too short adds nothing to the count, but is drawn because it took place.
      let least = value == .zero ? (bar.standing == .short ? 4.0 : 0) : 2
      let height = max(least, Self.bottom - y(value))
      drawing.box(
        style, x: left, y: Self.bottom - height, width: width, height: height, title: title)
      if bar.standing == .incomplete {
        drawing.box("hatch", x: left, y: Self.bottom - height, width: width, height: height)
      }
    }
    guard chart.bars.count <= Self.mostValues else { return }
    // Values stand above all bars, where no line crosses them; on a phone only if there is room.
    let text = figure(value)
    let hasRoom = Double(text.count) * 5.6 * Double(chart.bars.count) < 270
    drawing.text(hasRoom ? "value" : "value wide", x: x + slot / 2, y: Self.top - 8, text)
  }

  /// Writes the names of some of the days, as many as there is room for.
  private func drawNames(_ drawing: inout Drawing) {
    let count = chart.bars.count
    let (wide, narrow) = (max(1, (count + 17) / 18), max(1, (count + 6) / 7))
    for (index, bar) in chart.bars.enumerated() where index % wide == 0 {
      let x = (Double(index) + 0.5) * slot
      // A name at a multiple of both steps has room on a phone, too.
      let style = index % (narrow + (wide - narrow % wide) % wide) == 0 ? "day" : "day wide"
      let day = bar.day.yearMonthDay.day
      drawing.text(style, x: x, y: Self.bottom + 16, "\(day)")
      if count <= Self.mostValues {
        drawing.text(style, x: x, y: Self.bottom + 29, bar.day.weekday.shortName)
      } else if index == 0 || day <= wide {
        drawing.text(style, x: x, y: Self.bottom + 29, bar.day.monthName)
      }
    }
  }

  /// Draws the days that decided, such as a run, a window or weeks, as bands below the bars.
  private func drawDecided(_ drawing: inout Drawing) {
    func band(_ days: ClosedRange<CivilDay>, _ style: String) {
      guard let first = chart.bars.first?.day else { return }
      let (from, to) = (first.distance(to: days.lowerBound), first.distance(to: days.upperBound))
      let (start, end) = (max(0, from), min(chart.bars.count - 1, to))
      guard start <= end else { return }
      drawing.box(
        style, x: (Double(start) + 0.1) * slot, y: Self.bottom + 36,
        width: (Double(end - start) + 0.8) * slot, height: 6, title: days.words)
    }
    if chart.weeks.isEmpty {
      if let span = chart.decidedSpan { band(span, "k-span") }
    } else {
      for week in chart.weeks {
        band(week.days, "band o-\(chart.turned(week.answer).rawValue)")
        guard let goal = chart.weekGoal, let first = chart.bars.first?.day else { continue }
        let middle =
          Double(
            first.distance(to: week.days.lowerBound) + first.distance(to: week.days.upperBound)) / 2
        let style = chart.weeks.count > 6 ? "day wide" : "day"
        drawing.text(
          style, x: (middle + 0.5) * slot, y: Self.bottom + 56,
          "\(week.actual.exactWords(.count)) of \(goal.exactWords(.count))")
      }
    }
  }
}
