import DaymarkModel

// How verdicts and what they are about are shown, by every command alike.

extension Reason {
  /// `longest run 5 of 7 days with at least 10,000 steps (streak.too_short)`.
  var line: String { "\(text) (\(code))" }

  var json: JSONValue { .object(["code": .string(code), "text": .string(text)]) }
}

extension InputDamage {
  /// `archive.truncated in apple-health 1f2e3d4c5b6a`, as reasons have it.
  var words: String {
    let codes = codes.map(\.rawValue).joined(separator: ", ")
    return "\(codes)\(limitWords) in \(format) \(digest.hex.prefix(12))"
  }
}

extension Outcome {
  var colour: Terminal.Colour {
    switch self {
    case .pass: .green
    case .fail: .red
    case .undetermined: .yellow
    }
  }

  var mark: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .undetermined: "?"
    }
  }
}

extension Phase {
  var words: String {
    switch self {
    case .upcoming: "the challenge has not begun"
    case .active: "the challenge goes on"
    case .proofWindow: "the challenge is over, and proof may still be handed in"
    case .ended: "the challenge has ended"
    }
  }
}

extension Period {
  var words: String {
    switch self {
    case .days(let from, let to): "\(from) to \(to)"
    case .instants(let interval): "\(interval.start) to \(interval.end)"
    }
  }
}

extension ClosedRange<Instant> {
  /// `as of 2025-10-01T00:00:00Z`; both ends where subjects were decided at several instants.
  var words: String {
    lowerBound == upperBound ? "as of \(lowerBound)" : "as of \(lowerBound) to \(upperBound)"
  }
}
