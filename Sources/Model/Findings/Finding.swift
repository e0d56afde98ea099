/// A located message: a code, the first place it was met at, how often, and its facts.
public struct Finding: Hashable, Sendable {
  public var code: FindingCode
  public var location: InputLocation?
  public var count: Int
  public var facts: Facts

  /// - Parameter fill: Sets the facts: `Finding(.unitUnknown) { $0.unit = "furlong" }`.
  public init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1,
    _ fill: (inout Facts) -> Void = { _ in }
  ) {
    self.init(code, at: location, count: count, facts: Facts(fill))
  }

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
