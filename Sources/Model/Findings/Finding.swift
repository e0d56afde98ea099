/// A message with its code, the first place where it applies, the number of times, and its facts.
///
/// `daymark` turns it into a sentence.
public struct Finding: Hashable, Sendable {
  /// The kind of the finding.
  public var code: FindingCode
  /// The first place where it was found; `nil` where there is none.
  public var location: InputLocation?
  /// The number of times that it was found; at least 1.
  public var count: Int
  /// The facts that go into the sentence; never a health value.
  package var facts: Facts

  /// Makes a finding and sets its facts.
  ///
  /// - Parameter fill: Sets the facts: `Finding(.unitUnknown) { $0.unit = "furlong" }`.
  package init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1,
    _ fill: (inout Facts) -> Void = { _ in }
  ) {
    self.init(code, at: location, count: count, facts: Facts(fill))
  }

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
  /// The finding without texts that a person typed into a handed-in file, such as units, names and
  /// headings.
  package var withoutTypedText: Finding {
    var finding = self
    (finding.facts.unit, finding.facts.known, finding.facts.value) = (nil, nil, nil)
    return finding
  }
}

extension [Finding] {
  /// Adds a finding to the list, or increases the count of the one with the same code and facts,
  /// which keeps its position.
  ///
  /// For codes with ``FindingCode/listsLines``, the one finding lists up to ``Finding/mostLines``
  /// of the lines in which it occurs.
  package mutating func count(_ finding: Finding) {
    guard let index = firstIndex(where: { $0.isRepeated(by: finding) }) else {
      return append(finding)
    }
    self[index].count += finding.count
    self[index].listLine(of: finding)
  }
}

extension Finding {
  /// The most lines that one finding lists.
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
