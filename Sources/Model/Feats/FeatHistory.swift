/// All attempts of one person at one feat, with which of them count and the records that they set.
package struct FeatHistory: Hashable, Sendable {
  package var feat: Feat
  /// The id of the person.
  package var person: String
  /// The attempts, ascending by time.
  package var attempts: [JudgedAttempt]

  package init(feat: Feat, person: String, attempts: [JudgedAttempt]) {
    (self.feat, self.person, self.attempts) = (feat, person, attempts)
  }

  /// The attempts that count.
  package var counted: [JudgedAttempt] { attempts.filter { $0.refusal == nil } }

  /// The best of the attempts that count, of equal ones the first.
  package var best: JudgedAttempt? { counted.best }

  /// The mean figure of the attempts that count; `nil` without one.
  package var average: FeatAverage? {
    FeatAverage(counted.compactMap(\.value))
  }

  /// The current records, each with the attempt that set it, in the order of their kinds.
  package var records: [PersonalRecord] {
    var standing: [PersonalRecord.Kind: PersonalRecord] = [:]
    for record in attempts.flatMap(\.records) { standing[record.kind] = record }
    return standing.values.sorted { $0.kind < $1.kind }
  }
}

/// An attempt, with whether it counts and the records that it set.
package struct JudgedAttempt: Hashable, Sendable {
  package var attempt: FeatAttempt
  /// The figure by which the feat is compared; `nil` where the attempt does not state it.
  ///
  /// - Units: those of the figure, in micro-units.
  package var value: Quantity?
  /// The reason for which the attempt does not count; `nil` where it counts.
  package var refusal: FeatRefusal?
  /// The records that the attempt set, including baselines.
  package var records: [PersonalRecord]
  /// The greatest multiple of ten that the person reached for the first time with this attempt;
  /// `nil` for none.
  package var milestone: Quantity?

  package init(
    _ attempt: FeatAttempt, value: Quantity?, refusal: FeatRefusal? = nil,
    records: [PersonalRecord] = [], milestone: Quantity? = nil
  ) {
    (self.attempt, self.value, self.refusal) = (attempt, value, refusal)
    (self.records, self.milestone) = (records, milestone)
  }
}

extension Sequence<JudgedAttempt> {
  /// The attempt with the greatest figure, the first of equal ones.
  package var best: JudgedAttempt? {
    reduce(nil) { best, next in
      guard let value = next.value else { return best }
      guard let known = best?.value, value <= known else { return next }
      return best
    }
  }
}

/// An exact mean, kept as sum and number of terms, and divided only where it is shown.
package struct FeatAverage: Hashable, Sendable {
  /// The sum, in micro-units.
  package let sum: Int128
  /// The number of terms, above zero.
  package let count: Int

  package init?(_ values: [Quantity]) {
    guard !values.isEmpty else { return nil }
    sum = values.reduce(0) { $0 + Int128($1.microUnits) }
    count = values.count
  }

  /// The mean, rounded once, to two decimals.
  package var rounded: Quantity {
    let hundredths = dividedRounding(sum, by: Int128(count) * Int128(Quantity.hundredth))
    return Quantity(microUnits: Int64(clamping: hundredths * Int128(Quantity.hundredth)))
  }
}

/// A record: the best of its kind that the person had done until then.
package struct PersonalRecord: Hashable, Sendable {
  /// The kinds of records; see Feats, "Records".
  package enum Kind: Hashable, Sendable {
    case mostRepetitions
    case heaviest
    /// The most repetitions with exactly this load in kilograms.
    case repetitionsAt(load: Quantity)
    /// The greatest estimate of the one-repetition maximum.
    case bestEstimate
    /// The greatest volume of one set: load × repetitions.
    case greatestVolume
    case longest, furthest
  }

  package var kind: Kind
  /// The value of the record.
  ///
  /// - Units: repetitions, kilograms, seconds or meters, in micro-units.
  package var value: Quantity
  /// The value of the record that it beat; `nil` for the first attempt, which is a baseline.
  package var before: Quantity?

  package init(_ kind: Kind, _ value: Quantity, before: Quantity?) {
    (self.kind, self.value, self.before) = (kind, value, before)
  }
}

extension PersonalRecord.Kind: Comparable {
  private var order: (Int, Quantity) {
    switch self {
    case .mostRepetitions: (0, .zero)
    case .heaviest: (1, .zero)
    case .repetitionsAt(let load): (2, load)
    case .bestEstimate: (3, .zero)
    case .greatestVolume: (4, .zero)
    case .longest: (5, .zero)
    case .furthest: (6, .zero)
    }
  }

  /// Orders kinds as they are listed; records of repetitions at a load ascend by load.
  package static func < (a: Self, b: Self) -> Bool { a.order < b.order }

  /// The stable name of the kind in documents.
  package var name: String {
    switch self {
    case .mostRepetitions: "mostRepetitions"
    case .heaviest: "heaviest"
    case .repetitionsAt: "repetitionsAtLoad"
    case .bestEstimate: "bestEstimate"
    case .greatestVolume: "greatestVolume"
    case .longest: "longest"
    case .furthest: "furthest"
    }
  }
}
