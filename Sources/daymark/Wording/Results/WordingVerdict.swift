import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkReport

// Words for verdicts and their parts, which every command uses.

extension Reason {
  /// The reason with its code, for example `longest run 5 of 7 days with at least 10,000 steps
  /// (streak.too_short)`.
  var line: String { "\(naming(flags: \.codeAndWords)) (\(code))" }

  var json: JSONValue { .object(["code": .string(code), "text": .string(text)]) }

  /// Returns the reached and the required amount, for example `105000 of 100000 m`; `nil` for
  /// numbers of days and sessions, which the sentence itself states.
  ///
  /// - Parameter unit: The unit of the amounts; `nil` for such numbers.
  func amounts(in unit: Unit?) -> String? {
    guard let unit, let actual, let required else { return nil }
    let amounts = "\(actual) of \(required)"
    return switch unit {
    case .count: amounts
    case .bodyWeight: "\(amounts) × body weight"
    default: "\(amounts) \(unit.rawValue)"
    }
  }
}

extension FlagCode {
  /// The code with its words: `manual.share: typed in by hand`.
  var codeAndWords: String { "\(rawValue): \(wordsInside)" }
}

extension [FlagCode] {
  /// The codes with their words, in brackets after a space; empty for none.
  var aside: String {
    isEmpty ? "" : " (\(map(\.codeAndWords).joined(separator: "; ")))"
  }
}

extension InputDamage {
  /// The damage in the words of a reason, for example `archive.truncated in apple-health
  /// 1f2e3d4c5b6a`.
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
    case .days(let from, let to): from.words(through: to)
    case .instants(let interval): "\(interval.start) to \(interval.end)"
    }
  }
}

extension CivilDay {
  /// The days from this one through another, for example `2025-09-01 to 2025-09-07`; one day alone
  /// where both are the same.
  func words(through last: CivilDay) -> String { self == last ? "\(self)" : "\(self) to \(last)" }
}

extension ClosedRange<Instant> {
  /// The instants in words, for example `as of 2025-10-01T00:00:00Z`.
  ///
  /// A range has both ends.
  var words: String {
    lowerBound == upperBound ? "as of \(lowerBound)" : "as of \(lowerBound) to \(upperBound)"
  }
}

// Words for the causes of a changed verdict.

extension Wording {
  static func words(_ cause: ChangeCause) -> String {
    switch cause {
    case .subjectNew: "new in the pipeline"
    case .subjectGone: "no longer in the pipeline"
    case .readFailed: "nothing could be read"
    case .readAgain: "its inputs can be read again"
    case .inputAdded: "a new input"
    case .inputRemoved: "an input is no longer handed in"
    case .inputLate: "an input is late"
    case .inputDamaged: "an input is damaged"
    case .ruleChanged: "the rule has changed"
    case .settingsChanged: "the settings of the pipeline have changed"
    case .sharingChanged: "what it shares with others has changed"
    case .periodOver: "the period is over"
    case .deadlinePassed: "the proof deadline has passed"
    case .programChanged: "another version of daymark"
    case .instantChanged: "decided as of another instant"
    case .bookNew: "a new book was begun"
    case .unknown: "no cause is known"
    }
  }
}

extension ResolvedZone {
  /// The zone with its origin, for example `Europe/Berlin (as given)`.
  var words: String {
    let how =
      switch method {
      case .subject: "as given"
      case .challenge: "as the challenge says"
      case .inferred: "inferred from the archive"
      case .fixedOffset: "the fixed offset of the export"
      case .assumedUTC: "assumed"
      }
    return "\(zone.id) (\(how))"
  }

  var json: JSONValue {
    .object(["id": .string(zone.id), "method": .string(method.rawValue)])
  }
}
