import DaymarkModel

/// A chart of how many subjects pass at each value of a threshold, with the rule's own value
/// marked.
struct ThresholdBars {
  private static let top = 22.0
  private static let bottom = 150.0
  private static let height = 188.0

  let curve: ThresholdCurve

  var svg: String {
    var drawing = Drawing(height: Self.height)
    let slot = 100 / Double(max(1, curve.points.count))
    for (index, point) in curve.points.enumerated() {
      let isPresent = point.value == curve.present
      let (left, width) = (Double(index) * slot + slot * 0.12, slot * 0.76)
      let all = point.outcomes.values.reduce(0, +)
      var base = Self.bottom
      for outcome in [Outcome.pass, .undetermined, .fail] {
        let count = point.outcomes[outcome] ?? 0
        let height = Double(count) / Double(max(1, all)) * (Self.bottom - Self.top)
        base -= height
        drawing.box(
          "o-\(outcome.rawValue)\(isPresent ? "" : " other")", x: left, y: base, width: width,
          height: height, title: "\(words(point.value)): \(count) \(outcome.word)")
      }
      let middle = Double(index) * slot + slot / 2
      let style = isPresent || index % 5 == 0 ? "day" : "day wide"
      drawing.text(
        isPresent ? "\(style) own" : style, x: middle, y: Self.top - 8,
        "\(Int((point.passRate * 100).rounded()))%")
      drawing.text(
        isPresent ? "\(style) own" : style, x: middle, y: Self.bottom + 17,
        point.value.shortWords(curve.unit ?? .count, withUnit: false))
      if isPresent { drawing.text("day own", x: middle, y: Self.bottom + 33, "the rule") }
    }
    drawing.line("base", x1: 0, y1: Self.bottom, x2: 100, y2: Self.bottom)
    return drawing.svg("plot")
  }

  func words(_ value: Quantity) -> String { value.thresholdWords(in: curve.unit ?? .count) }
}
