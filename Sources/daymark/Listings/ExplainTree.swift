import DaymarkModel

/// The conditions of a rule with their answers, indented as they are nested.
struct ExplainTree {
  private let terminal: Terminal
  private let showsAllDays: Bool

  init(_ terminal: Terminal, showsAllDays: Bool) {
    self.terminal = terminal
    self.showsAllDays = showsAllDays
  }

  /// - Parameters:
  ///   - condition: What the node explains.
  ///   - depth: How many nodes it is nested in.
  func lines(of node: Explanation, _ condition: Condition?, depth: Int = 0) -> [String] {
    let width = Terminal.width - 2 * (depth + 1)
    var lines = [headline(node)]
    var details: [String] = []
    // The reasons of the whole stand above the tree.
    if depth > 0, let reason = node.reason { details.append(reason.line) }
    if let reached = reached(node, condition?.leaf) { details.append(reached) }
    if let span = node.span { details.append("\(spanWords(node)) \(words(span))") }
    if let missed = missed(node.days) { details.append(missed) }
    if !node.weeks.isEmpty { details += table(node.weeks, width: width) }
    if !node.days.isEmpty {
      let days = ExplainDays(node.days, condition?.leaf, isWhole: showsAllDays)
      details += [""] + days.text(width: width).split(separator: "\n").map(String.init) + [""]
    }
    let parts = condition?.parts ?? []
    for (index, child) in node.children.enumerated() {
      details += self.lines(
        of: child, parts.indices.contains(index) ? parts[index] : nil, depth: depth + 1)
    }
    if details.last == "" { details.removeLast() }
    lines += details.map { $0.isEmpty ? "" : "  \($0)" }
    return lines
  }

  /// `✗ fail  streak: at least 10,000 steps on 7 consecutive days`.
  private func headline(_ node: Explanation) -> String {
    let mark = terminal.paint(node.answer.mark, node.answer.colour)
    let name = node.name.map { "\($0): " } ?? ""
    return "\(mark) \(node.answer.rawValue)  \(name)\(what(node))"
  }

  private func what(_ node: Explanation) -> String {
    switch node.key {
    case "all": return "all of these"
    case "any": return "any of these"
    case "not": return "not this"
    case "some": return node.required ?? "some of these"
    default: return node.key + (node.required.map { ": \($0)" } ?? "")
    }
  }

  /// `reached 3 days, short by 4 days`.
  private func reached(_ node: Explanation, _ leaf: Leaf?) -> String? {
    guard let actual = node.actual else { return nil }
    let soFar = node.answer == .undetermined ? " so far" : ""
    var text = "reached \(amount(actual, node.unit))\(soFar)"
    switch node.margin {
    case let margin? where margin < .zero:
      let by = amount(Quantity(microUnits: -margin.microUnits), node.unit)
      text += leaf?.isTooHigh(actual) == true ? ", over by \(by)" : ", short by \(by)"
    case let margin? where margin > .zero: text += ", \(amount(margin, node.unit)) to spare"
    default: break
    }
    return text
  }

  /// `not counted: 2 sessions, pace not as asked`.
  private func missed(_ days: [Explanation.Day]) -> String? {
    let all = days.reduce(into: [:]) { all, day in all.merge(day.missed, uniquingKeysWith: +) }
    return all.words.map { "not counted: \($0)" }
  }

  private func amount(_ quantity: Quantity, _ unit: String?) -> String {
    guard let unit, unit != Unit.count.rawValue else { return "\(quantity)" }
    let isNoun = ["day", "week", "session", "condition"].contains(unit)
    return "\(quantity) \(unit)" + (isNoun && quantity != Quantity(1) ? "s" : "")
  }

  private func spanWords(_ node: Explanation) -> String {
    switch node.key {
    case "streak": "longest run"
    case "window": "best days"
    case "best": "best day"
    default: "decided by"
    }
  }

  private func words(_ span: ClosedRange<CivilDay>) -> String {
    span.lowerBound == span.upperBound
      ? "\(span.lowerBound)" : "\(span.lowerBound) to \(span.upperBound)"
  }

  private func table(_ weeks: [Explanation.Week], width: Int) -> [String] {
    var table = Table([
      .init(heading: "week"), .init(heading: "has", isNumeric: true), .init(heading: "answer"),
    ])
    table.rows = weeks.map { [words($0.days), "\($0.actual)", $0.answer.rawValue] }
    return [""] + table.text(width: width).split(separator: "\n").map(String.init)
  }
}

extension Condition {
  fileprivate var leaf: Leaf? { if case .leaf(let leaf) = kind { leaf } else { nil } }

  fileprivate var parts: [Condition] {
    switch kind {
    case .all(let parts), .any(let parts), .some(_, let parts): parts
    case .not(let part): [part]
    case .leaf: []
    }
  }
}

extension Leaf {
  /// Whether a figure that is not as asked lies above, and not below.
  fileprivate func isTooHigh(_ figure: Quantity) -> Bool {
    comparesOneFigure && comparison.miss(by: Int128(figure.microUnits)) == .tooHigh
  }
}
