/// A located message: a code, the first place it was met at, how often, and its facts.
public struct Finding: Hashable, Codable, Sendable {
  /// The kind of the finding.
  public var code: FindingCode
  /// The place of the first; `nil` where there is none.
  public var location: InputLocation?
  /// The number of times that it was found; at least 1.
  public var count: Int
  /// The facts that the sentence names; never a health value.
  public var facts: Facts

  /// - Parameter fill: Sets the facts: `Finding(.unitUnknown) { $0.unit = "furlong" }`.
  public init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1,
    _ fill: (inout Facts) -> Void = { _ in }
  ) {
    self.init(code, at: location, count: count, facts: Facts(fill))
  }

  /// Makes a finding that was found once, unless a count is given.
  public init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1, facts: Facts
  ) {
    self.code = code
    self.location = location
    self.count = count
    self.facts = facts
  }
}

extension [Finding] {
  /// Adds to the count of a finding with the same code, keeping the place that was met first.
  public mutating func count(_ finding: Finding) {
    if let index = firstIndex(where: { $0.code == finding.code && $0.facts == finding.facts }) {
      self[index].count += finding.count
    } else {
      append(finding)
    }
  }
}
