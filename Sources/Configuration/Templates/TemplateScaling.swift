import DaymarkModel

/// Adjusts the cases of a `rules_test.yaml` when a threshold changes.
///
/// Figures are multiplied by new / old and rounded down to the step of days, so that what was below
/// the threshold stays below it, and what was equal stays equal. Where sessions are counted, the
/// last ones are removed, or the last one is repeated.
struct TestScaling {
  let figure: TestFigure
  let old: Quantity
  let new: Quantity

  /// Prepares the scaling.
  ///
  /// - Returns: `nil` when nothing has to be scaled, or nothing can be.
  init?(_ figure: TestFigure, from old: String, to new: String) {
    guard let old = thresholdQuantity(old, in: figure.unit), old > .zero,
      let new = thresholdQuantity(new, in: figure.unit), new != old
    else { return nil }
    (self.figure, self.old, self.new) = (figure, old, new)
  }

  /// Scales the cases.
  ///
  /// - Parameter rules: The rule's file, whose score may be about the same figure.
  func apply(to tests: inout YAMLText, rules: YAMLValue?) {
    switch figure {
    case .count: return repeatSessions(in: &tests)
    case .run: return RunScaling(from: old.count, to: new.count).apply(to: &tests)
    case .days, .strength, .sessions, .heartMinutes, .lifts: break
    }
    let isScored = scored(in: rules)
    let values = (tests.root?.elements ?? []).flatMap { test in
      (isScored ? [test.value(at: "expect.score")].compactMap { $0 } : []) + figures(of: test)
    }
    tests.replace(
      values.compactMap { value in
        value.text.flatMap(scaled(cell:)).map { (value, $0) }
      })
  }

  private func figures(of test: YAMLValue) -> [YAMLValue] {
    switch figure {
    case .days(let metrics, _): daily(metrics.map(\.id), of: test)
    case .strength(let measure): daily([measure.rawValue], of: test)
    case .sessions(let quantity):
      (test.value(at: "activities")?.elements ?? [])
        .compactMap { $0.value(at: RulePath(quantity.rawValue)) }
    case .heartMinutes:
      (test.value(at: "heartMinutes")?.elements ?? [])
        .flatMap { $0.value(at: "days")?.elements ?? [] }
        + (test.value(at: "activities")?.elements ?? [])
        .compactMap { $0.value(at: "heartMinutes") }
        .flatMap { $0.elements?.compactMap { $0.value(at: "minutes") } ?? [$0] }
    case .lifts(let quantity):
      (test.value(at: "lifts")?.elements ?? [])
        .compactMap { $0.value(at: RulePath(quantity.rawValue)) }
    case .count, .run: []
    }
  }

  private func daily(_ words: [String], of test: YAMLValue) -> [YAMLValue] {
    words.flatMap { word in
      ["days", "before"].flatMap { test.value(at: RulePath($0, word))?.elements ?? [] }
    }
  }

  private func scored(in rules: YAMLValue?) -> Bool {
    guard let score = rules?.value(at: "score")?.entries?.first?.value else { return false }
    switch figure {
    case .days(_, let word): return score.value(at: "metric")?.text == word
    case .strength(let measure): return score.value(at: "metric")?.text == measure.rawValue
    case .sessions(let quantity): return score.value(at: "sum")?.text == quantity.rawValue
    case .heartMinutes, .lifts, .count, .run: return false
    }
  }

  /// A scaled cell such as `~4000` or `25 km x3`; `nil` where the cell has no amount, or the result
  /// cannot be written.
  private func scaled(cell: String) -> String? {
    let mark = cell.hasPrefix("~") ? "~" : ""
    let (word, times) = repetition(String(cell.dropFirst(mark.count)))
    guard let amount = givenQuantity(word, in: figure.unit), let scaled = scaled(amount) else {
      return nil
    }
    return mark + written(scaled, like: word) + (times > 1 ? " x\(times)" : "")
  }

  private func scaled(_ amount: Quantity) -> Quantity? {
    // Both factors are at most 9 × 10¹⁸, so their product fits.
    let exact = Int128(amount.microUnits) * Int128(new.microUnits) / Int128(old.microUnits)
    let step = Int128(figure.unit.dailyStep)
    return Quantity(exactly: exact / step * step)
  }

  /// The amount in the unit of `word` if that needs no rounding, otherwise as a bare number in the
  /// canonical unit.
  private func written(_ amount: Quantity, like word: String) -> String {
    let unit = word.split(separator: " ").dropFirst().first.flatMap { Unit(rawValue: String($0)) }
    guard let unit, unit.ratio.denominator == 1,
      amount.microUnits % unit.ratio.numerator == 0
    else { return "\(amount)" }
    return "\(Quantity(microUnits: amount.microUnits / unit.ratio.numerator)) \(unit.rawValue)"
  }

  // MARK: Sessions

  private func repeatSessions(in tests: inout YAMLText) {
    // The tests are changed from the end, so that the places of earlier lines stay valid.
    for test in (tests.root?.elements ?? []).reversed() {
      let starts = (test.value(at: "activities")?.elements ?? []).compactMap(\.place.line)
      guard let first = starts.first, let last = starts.last else { continue }
      let exact = Int128(starts.count) * Int128(new.microUnits) / Int128(old.microUnits)
      // Lines can only be repeated where each session has one of its own.
      guard let count = Int(exactly: exact), (1...1000).contains(count), first <= last,
        starts == Array(first...last)
      else { continue }
      let lines = tests.lines[(first - 1)...(last - 1)]
      let more = Array(repeating: lines[last - 1], count: max(0, count - lines.count))
      tests.replaceLines(first...last, with: lines.prefix(count) + more)
    }
  }
}

extension Quantity {
  /// The quantity as a whole number of things.
  fileprivate var count: Int { Int(microUnits / 1_000_000) }
}
