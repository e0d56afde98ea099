import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkReport

/// An explained verdict, as text for a participant or an auditor, and as JSON.
struct ExplainListing {
  let explained: ExplainedVerdict
  let terminal: Terminal
  let showsAllDays: Bool

  static func json(_ explained: ExplainedVerdict) -> JSONValue {
    .object(present: [
      "verdict": explained.document, "evaluatedAnew": .bool(explained.isEvaluatedAnew),
      "whyNot": explained.whyNot?.json,
      "decision": explained.decision.map { Members<PresentDecision>.present.kind.json($0) },
    ])
  }

  var text: String {
    let tree = ExplainTree(terminal, showsAllDays: showsAllDays)
    let parts: [String?] = [
      heading, reasons, notCounted, explained.decision.map(Wording.sentence), damage,
      tree.lines(of: explained.verdict.explanation, explained.rule.requires)
        .joined(separator: "\n"),
      explained.whyNot?.text(of: explained), score, flags, hint,
      explained.challenge.contact.map(Wording.contact),
    ]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  private var heading: String {
    let (rule, verdict) = (explained.rule, explained.verdict)
    let outcome = terminal.paint(verdict.outcome.rawValue, verdict.outcome.colour)
    let instant = "as of \(verdict.asOf)" + (explained.isEvaluatedAnew ? ", decided anew" : "")
    return """
      \(explained.subject.printableName) in \(explained.challenge.id.printable): \(outcome), \(verdict.phase.words)
      \(rule.title) (rule \(rule.versionedName))
      \(explained.challenge.period.words), days in \(explained.zone.words), \(instant)
      """
  }

  private var reasons: String? {
    let reasons = explained.verdict.reasons(with: explained.inputs)
    guard !reasons.isEmpty else { return nil }
    var lines = ["Because:"] + reasons.map { "  \($0.line)" }
    if let turn { lines.append(turn) }
    lines.append(prospect)
    return lines.joined(separator: "\n")
  }

  /// The line about whether an input in time could still change the outcome.
  private var prospect: String {
    Wording.sentence(explained.verdict.finality)
  }

  /// The lines about what was handed in and does not count, beside what came too late; `nil` where
  /// everything counts.
  private var notCounted: String? {
    let typedIn = explained.verdict.outcome == .pass ? nil : explained.inputs.typedInSentence
    let lines = [typedIn].compactMap(\.self) + explained.inputs.leftOutSentences
    return lines.isEmpty ? nil : lines.map(\.printable).joined(separator: "\n")
  }

  /// The lines about damage to the inputs; `nil` without damage.
  private var damage: String? {
    let lines = explained.inputs.damaged.map { "Damaged: \($0.words)." }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The line about why the outcome differs from the answer of the conditions alone; `nil` where it
  /// does not.
  private var turn: String? {
    let (verdict, answer) = (explained.verdict, explained.verdict.explanation.answer)
    guard verdict.outcome != answer else { return nil }
    if answer == .pass, verdict.restsOnUnread {
      return "The days are as asked; what was not read may change that."
    }
    return answer == .pass
      ? "The days are as asked; what the rule asks of the data is not met, or not known yet."
      : "Too little data to decide; then the rule says \(verdict.outcome.rawValue) (`onMissing`)."
  }

  private var score: String? {
    explained.verdict.score.map { score in
      "Score: \(score.value.words(ofUnit: score.unit.rawValue))"
        + (score.isFinal ? "" : ", which may still change")
    }
  }

  private var flags: String? {
    let quality = explained.verdict.quality
    guard !quality.flags.isEmpty else { return nil }
    var table = Table([
      .init(heading: "noticed"), .init(heading: "level"), .init(heading: "date"),
      .init(heading: "of"), .init(heading: "measured", isNumeric: true),
      .init(heading: "limit", isNumeric: true), .init(heading: "unit"),
    ])
    table.rows = quality.flags.map { flag in
      [
        flag.code.rawValue, flag.level.rawValue, flag.day.map { "\($0)" } ?? "-",
        flag.kind?.rawValue ?? flag.metric?.id ?? "-", "\(flag.measured)", "\(flag.limit)",
        flag.code.unit,
      ]
    }
    let codes = FlagCode.allCases.filter(quality.flags.map(\.code).contains)
    return """
      \(table.text())
      \(codes.map(\.codeAndWords).joined(separator: "\n"))
      Limits of \(quality.limits.versionedName). What was noticed decides nothing by itself.
      """
  }

  /// The line with the command that shows the values set aside on a day with values typed in by
  /// hand; `nil` for none.
  private var hint: String? {
    let flags = explained.verdict.quality.flags
    return flags.first { $0.code == .manualShare && $0.day != nil }?.day.map { day in
      "`daymark explain-day ARCHIVE --date \(day)` shows how a day came about."
    }
  }
}

/// The conditions of a rule with their answers, indented by nesting.
struct ExplainTree {
  private let terminal: Terminal
  private let showsAllDays: Bool

  init(_ terminal: Terminal, showsAllDays: Bool) {
    self.terminal = terminal
    self.showsAllDays = showsAllDays
  }

  /// Returns the lines about a node of the explanation and the nodes inside it.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - condition: The condition that the node explains.
  ///   - depth: The number of nodes around the node.
  ///   - isNegated: Whether an odd number of `not` is around the node, so that it must not hold.
  func lines(
    of node: Explanation, _ condition: Condition?, depth: Int = 0, isNegated: Bool = false
  ) -> [String] {
    let width = Terminal.width - 2 * (depth + 1)
    var lines = [headline(node, isNegated)]
    var details: [String] = []
    // The reasons of the whole verdict stand above the tree.
    if depth > 0, let reason = node.reason, !isNegated || node.lacksData {
      details.append(reason.line)
    }
    if let reached = reached(node, condition?.leaf, isNegated) { details.append(reached) }
    if let target = node.target, let leaf = condition?.leaf {
      details.append("own target: \(target.words(in: leaf.value.unit))")
    }
    // If the figure is zero, all days are equally good, and none is worth naming.
    if let span = node.span, node.actual != .zero {
      details.append("\(spanWords(node)) \(words(span))")
    }
    if let missed = missed(node.days) { details.append(missed) }
    if !node.weeksToShow.isEmpty {
      let noun = node.unit ?? "week"
      details += table(node.weeksToShow, of: noun, isNegated, width: width)
    }
    if !node.days.isEmpty {
      let leaf = condition?.leaf?.asking(node.target)
      let days = ExplainDays(
        node.days, leaf, isWhole: showsAllDays, hasOwnTarget: node.target != nil,
        isNegated: isNegated)
      details += [""] + days.text(width: width).split(separator: "\n").map(String.init) + [""]
    }
    let parts = condition?.parts ?? []
    for (index, child) in node.children.enumerated() {
      details += self.lines(
        of: child, parts.indices.contains(index) ? parts[index] : nil, depth: depth + 1,
        isNegated: isNegated != (node.key == "not"))
    }
    if details.last == "" { details.removeLast() }
    lines += details.map { $0.isEmpty ? "" : "  \($0)" }
    return lines
  }

  /// Returns the first line of a node, for example `✗ fail  streak: at least 10,000 steps on 7
  /// consecutive days`; under a `not`, `✗ holds  streak: ...`.
  private func headline(_ node: Explanation, _ isNegated: Bool) -> String {
    let turned = isNegated ? node.answer.negated : node.answer
    let mark = terminal.paint(turned.mark, turned.colour)
    let name = node.name.map { "\($0): " } ?? ""
    return "\(mark) \(word(node.answer, isNegated))  \(name)\(what(node))"
  }

  /// Returns the word for an answer; under a `not`, where nothing passes or fails by itself,
  /// whether it holds.
  private func word(_ answer: Outcome, _ isNegated: Bool) -> String {
    switch answer {
    case .pass where isNegated: "holds"
    case .fail where isNegated: "does not hold"
    case .pass, .fail, .undetermined: answer.rawValue
    }
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

  /// Returns what was reached, for example `reached 3 days, short by 4 days`.
  ///
  /// Under a `not` nothing is short, and nothing to spare.
  private func reached(_ node: Explanation, _ leaf: Leaf?, _ isNegated: Bool) -> String? {
    guard let actual = node.actual else { return nil }
    let soFar = node.answer == .undetermined ? " so far" : ""
    var text = "reached \(amount(actual, of: node))\(soFar)"
    if isNegated { return text }
    // Where the target is unknown, the margin from the floor alone would mislead.
    switch node.target.map({ $0.amount == nil }) == true ? nil : node.margin {
    case let margin? where margin < .zero:
      let by = amount(Quantity(microUnits: -margin.microUnits), of: node)
      text += leaf?.isTooHigh(actual) == true ? ", over by \(by)" : ", short by \(by)"
    case let margin? where margin > .zero: text += ", \(amount(margin, of: node)) to spare"
    default: break
    }
    return text
  }

  /// Returns the sessions that did not count, for example `not counted: 2 sessions, pace not as
  /// asked`.
  private func missed(_ days: [Explanation.Day]) -> String? {
    let all = days.reduce(into: [:]) { all, day in all.merge(day.missed, uniquingKeysWith: +) }
    return all.words.map { "not counted: \($0)" }
  }

  /// Returns an amount in the unit in which the target stands, rounded to hundredths, unless that
  /// would hide on which side of the target the figure is.
  private func amount(_ quantity: Quantity, of node: Explanation) -> String {
    func rounded(_ exact: Quantity) -> Quantity {
      exact.rounded(toMultipleOf: Quantity.hundredth)
    }
    let isClose = node.margin.map { rounded($0) == .zero } ?? false
    let shown = isClose ? quantity : rounded(quantity)
    let name = node.unit ?? Unit.count.rawValue
    guard let unit = Unit(rawValue: name) else { return shown.words(ofUnit: name) }
    return shown.words(in: unit)
  }

  private func spanWords(_ node: Explanation) -> String {
    switch node.key {
    case "streak": "longest run"
    case "window": "best days"
    case "best", "lift": "best day"
    case "feat": "best attempt on"
    default: "decided by"
    }
  }

  private func words(_ span: ClosedRange<CivilDay>) -> String {
    span.lowerBound.words(through: span.upperBound)
  }

  private func table(
    _ weeks: [Explanation.Week], of noun: String, _ isNegated: Bool, width: Int
  ) -> [String] {
    var table = Table([
      .init(heading: noun), .init(heading: "has", isNumeric: true), .init(heading: "answer"),
    ])
    table.rows = weeks.map { [words($0.days), "\($0.actual)", word($0.answer, isNegated)] }
    return [""] + table.text(width: width).split(separator: "\n").map(String.init)
  }
}

extension Explanation {
  /// Whether the reason of the node is about data, and not about its figures.
  fileprivate var lacksData: Bool {
    guard answer == .undetermined, let code = reason?.code else { return false }
    return !["\(key).", "not.\(key)."].contains(where: code.hasPrefix)
  }
}

extension Condition {
  fileprivate var leaf: Leaf? { if case .leaf(let leaf) = kind { leaf } else { nil } }

  fileprivate var parts: [Condition] {
    switch kind {
    case .all(let parts), .any(let parts), .some(_, let parts): parts
    case .not(let part): [part]
    case .jointly(let joint): joint.leaves.map { Condition(.leaf($0)) }
    case .leaf: []
    }
  }
}

extension Leaf {
  /// Whether a figure that does not satisfy the leaf is too high, and not too low.
  fileprivate func isTooHigh(_ figure: Quantity) -> Bool {
    comparesOneFigure && comparison.side(of: Int128(figure.microUnits)) == .tooHigh
  }
}

/// The days of a leaf, with the value of each and why it counted or did not.
struct ExplainDays {
  /// The largest number of days that are listed one by one.
  private static let fewDays = 14

  private let days: [Explanation.Day]
  private let leaf: Leaf?
  private let isWhole: Bool
  private let hasOwnTarget: Bool
  private let isNegated: Bool

  /// Makes the table of how each day stands to one leaf.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - leaf: The leaf.
  ///   - isWhole: Whether each day has its own row. Otherwise consecutive days with the same
  ///     standing share one.
  ///   - hasOwnTarget: Whether the days are compared with a target of the subject's own.
  ///   - isNegated: Whether the leaf must not hold.
  init(
    _ days: [Explanation.Day], _ leaf: Leaf?, isWhole: Bool, hasOwnTarget: Bool = false,
    isNegated: Bool = false
  ) {
    self.days = days
    self.leaf = leaf
    self.hasOwnTarget = hasOwnTarget
    self.isNegated = isNegated
    self.isWhole = isWhole || days.count <= Self.fewDays
  }

  /// Returns the days as a table for a terminal.
  ///
  /// - Parameter width: The number of columns of the terminal.
  func text(width: Int) -> String {
    let unit = leaf.map(\.value.unit).flatMap { $0 == .count ? nil : " \($0.rawValue)" } ?? ""
    var table = Table([
      .init(heading: "date"), .init(heading: "value\(unit)", isNumeric: true),
      .init(heading: "standing"),
    ])
    table.rows = groups.map(row)
    return table.text(width: width)
  }

  private var groups: [ArraySlice<Explanation.Day>] {
    var groups: [ArraySlice<Explanation.Day>] = []
    var start = days.startIndex
    for index in days.indices {
      let next = index + 1
      guard isWhole || next == days.endIndex || !belongTogether(days[index], days[next]) else {
        continue
      }
      groups.append(days[start..<next])
      start = next
    }
    return groups
  }

  /// Whether two days share a row.
  ///
  /// A day with sessions that did not count has its own.
  private func belongTogether(_ day: Explanation.Day, _ next: Explanation.Day) -> Bool {
    day.missed.isEmpty && next.missed.isEmpty && day.standing == next.standing
      && standingWords(day) == standingWords(next)
  }

  private func row(_ group: ArraySlice<Explanation.Day>) -> [String] {
    guard let first = group.first, let last = group.last, group.count > 1 else {
      return group.first.map { ["\($0.day)", $0.value.map { "\($0)" } ?? "-", words($0)] } ?? []
    }
    let values = group.compactMap(\.value)
    let range = values.min().flatMap { low in
      values.max().map { low == $0 ? "\(low)" : "\(low) to \($0)" }
    }
    return [
      "\(first.day) to \(last.day)", range ?? "-", "\(group.count) days, \(standingWords(first))",
    ]
  }

  /// Returns the words for a day, for example `short by 588` or `counted; 1 session, duration not
  /// as asked`.
  private func words(_ day: Explanation.Day) -> String {
    let shortfall = day.standing == .short ? day.value.flatMap(shortfall) : nil
    guard let missed = day.missed.words else { return shortfall ?? standingWords(day) }
    // Where the leaf has no condition on each day, there is nothing more to say than these
    // sessions.
    let isAll = day.standing == .short && leaf?.asksEachDay == false
    return isAll ? missed : "\(shortfall ?? standingWords(day)); \(missed)"
  }

  /// Returns the words for a day's standing.
  ///
  /// A sum may have days that add nothing to it.
  private func standingWords(_ day: Explanation.Day) -> String {
    // The day's own value is known, but not whether it reaches the target.
    if hasOwnTarget, day.standing == .unknown, day.value != nil {
      return "open: the target is not known for sure"
    }
    if isNegated, leaf?.asksEachDay == true {
      if day.standing == .counted { return "counts against the rule" }
      if day.standing == .short { return "does not count against the rule" }
    }
    guard day.standing == .counted, day.value == .zero, let leaf, !leaf.asksEachDay,
      case .activities(let sum, _) = leaf.value
    else { return day.standing.words }
    return sum == .sessions ? "no such session" : "nothing to add"
  }

  /// Returns the difference of a day's value from the condition on each day.
  private func shortfall(_ value: Quantity) -> String? {
    guard let leaf, leaf.asksEachDay, !isNegated else { return nil }
    let value = Int128(value.microUnits)
    let margin = leaf.comparison.margin(of: value)
    guard margin < 0 else { return nil }
    let word = leaf.comparison.side(of: value) == .tooHigh ? "over" : "short"
    return "\(word) by \(decimalText(ofMillionths: -margin))"
  }
}

extension [ActivityQuantity: Int] {
  /// The sessions that do not satisfy `where`, for example `2 sessions, pace not as asked`; `nil`
  /// without any.
  ///
  /// One session can miss several requirements, so with several each has its own number: `not as
  /// asked: distance of 2 sessions, pace of 1 session`.
  var words: String? {
    let missed = ActivityQuantity.allCases.compactMap { quantity in
      self[quantity].map {
        (name: quantity.rawValue, sessions: "\($0) session\($0 == 1 ? "" : "s")")
      }
    }
    guard let first = missed.first else { return nil }
    return missed.count == 1
      ? "\(first.sessions), \(first.name) not as asked"
      : "not as asked: " + missed.map { "\($0.name) of \($0.sessions)" }.joined(separator: ", ")
  }
}

extension Explanation.Day.Standing {
  fileprivate var words: String {
    switch self {
    case .counted: "counted"
    case .short: "not met"
    case .missing: "no data"
    case .incomplete: "incomplete: more may have happened"
    case .damaged: "damaged: anything may have happened"
    case .rejected: "open: some of its records were rejected"
    case .twoFigures: "open: a phone and a day total have two figures"
    case .notOver: "not over yet"
    case .unknown: "a session lacks what is asked about"
    }
  }
}
