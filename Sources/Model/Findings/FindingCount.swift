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
