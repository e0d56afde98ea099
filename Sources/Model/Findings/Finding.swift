/// A located message: a code, the first place it was met at, how often, and its facts.
public struct Finding: Hashable, Sendable {
  /// The kind of the finding.
  public var code: FindingCode
  /// The place of the first; `nil` where there is none.
  public var location: InputLocation?
  /// The number of times that it was found; at least 1.
  public var count: Int
  /// The facts that the sentence names; never a health value.
  package var facts: Facts

  /// - Parameter fill: Sets the facts: `Finding(.unitUnknown) { $0.unit = "furlong" }`.
  package init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1,
    _ fill: (inout Facts) -> Void = { _ in }
  ) {
    self.init(code, at: location, count: count, facts: Facts(fill))
  }

  /// Makes a finding that was found once, unless a count is given.
  package init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1, facts: Facts
  ) {
    self.code = code
    self.location = location
    self.count = count
    self.facts = facts
  }
}

extension Finding {
  /// The finding without texts from files that people hand in: units, names and headings that somebody typed.
  package var withoutTypedText: Finding {
    var finding = self
    (finding.facts.unit, finding.facts.known, finding.facts.value) = (nil, nil, nil)
    return finding
  }
}

extension [Finding] {
  /// Adds to the count of a finding with the same code and facts, keeping the place that was met first.
  ///
  /// Where each line matters, those of one document are listed, the first ``Finding/mostLines`` of them.
  package mutating func count(_ finding: Finding) {
    guard let index = firstIndex(where: { $0.isRepeated(by: finding) }) else {
      return append(finding)
    }
    self[index].count += finding.count
    self[index].listLine(of: finding)
  }
}

extension Finding {
  /// The number of lines that are listed at most.
  package static let mostLines = 20

  fileprivate func isRepeated(by other: Finding) -> Bool {
    guard code == other.code else { return false }
    if facts.lines == nil { return facts == other.facts }
    var unlisted = facts
    unlisted.lines = nil
    return unlisted == other.facts
  }

  fileprivate mutating func listLine(of other: Finding) {
    guard code.listsLines, let first = location?.line, let next = other.location?.line,
      location?.entry == other.location?.entry, location?.file == other.location?.file,
      facts.lines?.count ?? 1 < Self.mostLines
    else { return }
    facts.lines = ((facts.lines ?? [first]) + [next]).sorted()
  }
}
