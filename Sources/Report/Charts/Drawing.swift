/// A picture that fills the width of its place: horizontal lengths are in percent of the width,
/// vertical ones in pixels.
///
/// The picture therefore fits a phone as well as a wide screen, and its text keeps its size.
struct Drawing {
  private(set) var body = ""
  let height: Double

  init(height: Double) { self.height = height }

  /// Draws a rectangle.
  ///
  /// - Parameters:
  ///   - style: A class of the stylesheet.
  ///   - x: Percent.
  ///   - y: Pixels.
  ///   - width: Percent.
  ///   - height: Pixels.
  ///   - title: The text that is shown on hovering; `nil` for none.
  mutating func box(
    _ style: String, x: Double, y: Double, width: Double, height: Double, title: String? = nil
  ) {
    guard width > 0, height > 0 else { return }
    let rectangle =
      "<rect class=\"\(style)\" x=\"\(number(x))%\" y=\"\(number(y))\" width=\"\(number(width))%\" "
      + "height=\"\(number(height))\""
    body +=
      title.map { "\(rectangle)><title>\(markup($0))</title></rect>" } ?? "\(rectangle)/>"
  }

  mutating func line(_ style: String, x1: Double, y1: Double, x2: Double, y2: Double) {
    body +=
      "<line class=\"\(style)\" x1=\"\(number(x1))%\" y1=\"\(number(y1))\" x2=\"\(number(x2))%\" "
      + "y2=\"\(number(y2))\"/>"
  }

  mutating func text(_ style: String, x: Double, y: Double, _ text: String) {
    body +=
      "<text class=\"\(style)\" x=\"\(number(x))%\" y=\"\(number(y))\">\(markup(text))</text>"
  }

  /// The SVG of the picture; screen readers skip it, because the page says the same in words.
  func svg(_ style: String) -> String {
    "<svg class=\"\(style)\" width=\"100%\" height=\"\(number(height))\" aria-hidden=\"true\" "
      + "focusable=\"false\">\(body)</svg>"
  }
}

/// A bar as long as `count` is of `most`.
///
/// - Parameter hasTrack: Whether the full length is drawn behind it.
func plainBar(
  _ count: Int, of most: Int, style: String = "plain", hasTrack: Bool = false
) -> String {
  var drawing = Drawing(height: 16)
  if hasTrack { drawing.box("track", x: 0, y: 0, width: 100, height: 16) }
  drawing.box(
    style, x: 0, y: 0, width: percent(Int128(count), of: Int128(max(1, most))), height: 16)
  return drawing.svg("row")
}

/// A number in SVG, rounded to 0.01, with the same text on every machine.
func number(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "0" }
  let hundredths = Int((value * 100).rounded())
  let (whole, part) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let sign = hundredths < 0 ? "-" : ""
  if part == 0 { return "\(sign)\(whole)" }
  return part % 10 == 0
    ? "\(sign)\(whole).\(part / 10)" : "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
}

/// A part in percent of `whole`; 0 where `whole` is 0.
func percent(_ part: Int128, of whole: Int128) -> Double {
  whole == 0 ? 0 : Double(part) * 100 / Double(whole)
}
