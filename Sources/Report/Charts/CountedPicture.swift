import DaymarkModel

/// A picture of one day of one metric, counted once: the bars of the sources below each other, on
/// one scale.
///
/// Each bar is placed where it adds to what better sources have counted: the new part sticks out on
/// the right, and the part that a better source recorded at the same time lies on the left, below
/// that source's bar. The parts that stick out add up to the day's figure; the parts below others
/// are what adding everything up would have counted twice.
struct CountedPicture {
  let day: CountedDay

  /// The position of one source's bar, in micro-units from where counting begins.
  private struct Place {
    var covered: Range<Int128>
    var counted: Range<Int128>
    var unused: Range<Int128>
  }

  private var places: [Place] {
    var sum: Int128 = 0
    return day.parts.map { part in
      let (covered, counted, unused) = (
        part.covered.notNegative, part.counted.notNegative, part.unused.notNegative
      )
      let place = Place(
        covered: sum - covered..<sum, counted: sum..<sum + counted,
        unused: sum + counted..<sum + counted + unused)
      sum += counted
      return place
    }
  }

  /// The scale, from the leftmost bar to the end of the bar of everything added up.
  private var scale: (start: Int128, width: Int128) {
    let places = places
    let start = min(0, places.map(\.covered.lowerBound).min() ?? 0)
    let end = max(
      Int128(day.naive.microUnits), Int128(day.value.microUnits),
      places.map(\.unused.upperBound).max() ?? 0)
    return (start, max(1, end - start))
  }

  private func box(
    _ style: String, _ range: Range<Int128>, y: Double, height: Double, _ drawing: inout Drawing
  ) {
    let (start, width) = scale
    drawing.box(
      style, x: percent(range.lowerBound - start, of: width), y: y,
      width: percent(range.upperBound - range.lowerBound, of: width), height: height)
  }

  /// The bar of one source, by its index.
  func source(_ index: Int, style: String) -> String {
    let (place, height) = (places[index], 26.0)
    var drawing = Drawing(height: height)
    box("under", place.covered, y: 5, height: height - 10, &drawing)
    box("hatch", place.covered, y: 5, height: height - 10, &drawing)
    box("unused", place.unused, y: 5, height: height - 10, &drawing)
    box(style, place.counted, y: 0, height: height, &drawing)
    begin(&drawing)
    return drawing.svg("row")
  }

  /// The bars of all sources end to end, as if everything were added up.
  func naive(styles: [String]) -> String {
    var drawing = Drawing(height: 26)
    var sum: Int128 = 0
    for (part, style) in zip(day.parts, styles) {
      let end = sum + Int128(part.offered.microUnits)
      box("\(style) pale", sum..<end, y: 4, height: 18, &drawing)
      sum = end
    }
    let (value, naive) = (Int128(day.value.microUnits), Int128(day.naive.microUnits))
    if value < naive { box("twice", value..<naive, y: 4, height: 18, &drawing) }
    begin(&drawing)
    return drawing.svg("row")
  }

  /// The counted parts of all sources, end to end.
  func once(styles: [String]) -> String {
    var drawing = Drawing(height: 26)
    for (place, style) in zip(places, styles) {
      box(style, place.counted, y: 0, height: 26, &drawing)
    }
    begin(&drawing)
    return drawing.svg("row")
  }

  private func begin(_ drawing: inout Drawing) {
    let x = percent(-scale.start, of: scale.width)
    drawing.line("base", x1: x, y1: 0, x2: x, y2: drawing.height)
  }

  /// The day as one thin bar: the counted parts by source, and how far adding everything up would
  /// reach.
  ///
  /// - Parameter most: The greatest length of any day's bar, in micro-units.
  func strip(styles: [String], most: Int128) -> String {
    var drawing = Drawing(height: 18)
    func x(_ value: Int128) -> Double { percent(value, of: max(1, most)) }
    let (value, naive) = (Int128(day.value.microUnits), Int128(day.naive.microUnits))
    if value < naive {
      drawing.box("twice", x: x(value), y: 4, width: x(naive - value), height: 10)
    }
    for (place, style) in zip(places, styles) {
      drawing.box(
        style, x: x(place.counted.lowerBound), y: 1,
        width: x(place.counted.upperBound - place.counted.lowerBound),
        height: 16)
    }
    return drawing.svg("row")
  }
}

extension Quantity {
  fileprivate var notNegative: Int128 { Int128(max(0, microUnits)) }
}
