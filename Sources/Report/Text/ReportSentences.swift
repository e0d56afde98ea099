package import DaymarkModel

// Fixed words of pages that depend on a value.

extension Outcome {
  /// The outcome in the heading of a person's page, after the name.
  var sentence: String {
    switch self {
    case .pass: "passed"
    case .fail: "did not pass"
    case .undetermined: "has no result from this data"
    }
  }

  var word: String { rawValue }

  package var mark: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .undetermined: "?"
    }
  }
}

extension Outcome? {
  /// The class of the stylesheet for the outcome.
  var style: String { self?.rawValue ?? "unread" }

  var word: String { self?.word ?? "not read" }

  var mark: String { self?.mark ?? "!" }
}

extension Phase {
  var words: String {
    switch self {
    case .upcoming: "has not begun"
    case .active: "goes on"
    case .proofWindow: "is over; proof may still be handed in"
    case .ended: "has ended"
    }
  }
}

extension FlagCode {
  /// The words inside a sentence: `days with the same values as somebody else's`.
  package var wordsInside: String { words.prefix(1).lowercased() + words.dropFirst() }

  /// The words for the measured quantity of the flag.
  var words: String {
    switch self {
    case .manualShare: "Typed in by hand"
    case .stepsPerMinute: "Most steps in a minute"
    case .strideLength: "Longest mean stride"
    case .runningSpeed: "Fastest run"
    case .cyclingSpeed: "Fastest ride"
    case .swimmingSpeed: "Fastest swim"
    case .constantHeartRate: "Longest time at one heart rate"
    case .flightsPerHour: "Most flights in an hour"
    case .energyPerMinute: "Most energy in a minute"
    case .overlappingSessions: "Two sessions at one time"
    case .liftLoad: "Heaviest lift"
    case .liftJump: "Greatest jump of a lift in a week"
    case .repeatedLifting: "Days with the same strength session"
    case .lateShare: "Written down more than \(QualityMeasure.lateAfterHours) hours after the fact"
    case .ownOverlaps: "Records of one device at the same time"
    case .raisedInExport: "Records with higher amounts than in an earlier export"
    case .changedInExport: "Records that differ from an earlier export"
    case .explainedInExport: "Records in only one of two exports, for ordinary reasons"
    case .sharedArchive: "Archives that others handed in as well"
    case .sharedDays: "Days with the same values as somebody else's"
    }
  }
}

extension Reason {
  /// The sentence, with the words for flags in place of their codes.
  var plainText: String { naming(flags: \.wordsInside) }

  /// Returns the sentence with other names in place of the codes of flags.
  package func naming(flags name: (FlagCode) -> String) -> String {
    guard code == "quality.flags" else { return text }
    return FlagCode.allCases.reduce(text) { $0.replacing($1.rawValue, with: name($1)) }
  }
}

extension ActivityKind {
  var words: String {
    switch self {
    case .run, .walk, .hike, .swim, .yoga, .strength: rawValue
    case .cycle: "ride"
    case .row: "rowing"
    case .hiit: "interval training"
    case .other: "other session"
    case .learning: "learning"
    }
  }
}

extension ActivityField {
  /// The name of the figure.
  var name: String {
    switch self {
    case .activeSeconds: "time"
    case .distanceMeters: "distance"
    case .kilocalories: "energy"
    case .steps: "steps"
    case .averageBPM: "average heart rate"
    case .maximumBPM: "highest heart rate"
    case .elevationGainMeters: "uphill"
    }
  }

  /// The figure with its unit; durations in hours and minutes.
  func words(_ value: Quantity) -> String {
    guard self == .activeSeconds else { return value.exactWords(unit) }
    let seconds = value.microUnits / 1_000_000
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
  }
}

extension FlagCode {
  /// The flag's unit, as people say it.
  var unitWords: String { unit == "count/min" ? "a minute" : unit == "count/hr" ? "an hour" : unit }
}
