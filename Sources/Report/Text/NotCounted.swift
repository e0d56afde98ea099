import DaymarkModel

// Sentences about data that does not count, which the page and the terminal share.

extension [EvidenceInput] {
  /// The sentence about values that were typed in by hand and do not count; `nil` where there are
  /// none.
  package var typedInSentence: String? {
    let count = filter { !$0.isLeftOut }.compactMap { $0.rejected[.sampleManual] }.reduce(0, +)
    guard count > 0 else { return nil }
    let does = count == 1 ? "does" : "do"
    return "\(count.counting("value")) typed in by hand \(does) not count here."
  }

  /// The sentences about files that the operator left out, one for each of the operator's reasons.
  package var leftOutSentences: [String] {
    var counts: [String: Int] = [:]
    for input in self {
      guard let waiver = input.setAside.first(where: \.leavesInputOut) else { continue }
      counts[waiver.because, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { because, count in
      let was = count == 1 ? "was" : "were"
      return "\(count.counting("file")) \(was) set aside by whoever runs the challenge: "
        + because.shortened()
    }
  }
}

extension SubjectReport {
  /// The most typed-in values that are named.
  private static let mostTypedIn = 3

  /// The sentence about typed-in values that do not count, for a subject who did not pass.
  package var typedInSentence: String? {
    guard verdict.outcome != .pass else { return nil }
    let days = counted.flatMap { metric in
      metric.days.filter { $0.setAside > .zero }.map { day in
        let words = day.setAside.exactWords(metric.metric.canonicalUnit)
        let most = Quantity(microUnits: day.value.microUnits + day.setAside.microUnits)
        return "\(words) (\(metric.name)) on \(day.day.shortWords), with which the day would have"
          + " at most \(most.exactWords(metric.metric.canonicalUnit))"
      }
    }
    guard !days.isEmpty else { return inputs.typedInSentence }
    let more = days.count > Self.mostTypedIn ? "; and more below" : ""
    return "Values typed in by hand do not count here: "
      + days.prefix(Self.mostTypedIn).joined(separator: "; ") + more + "."
  }
}
