package import DaymarkModel

/// The content of a challenge's page and of `daymark show`.
///
/// It is made from a store and does not depend on the clock.
package struct ChallengeReport: Sendable {
  package var challenge: Challenge
  package var rule: Rule
  /// The requirement of the rule, in a sentence derived from it.
  package var ruleSentence: String
  /// The first and last instant for which a subject was decided; `nil` without subjects.
  package var asOf: ClosedRange<Instant>?
  /// The phase of the challenge at the last of these instants.
  package var phase: Phase?
  /// The days of the period, ascending, which are the columns of the heat map.
  ///
  /// If the period is given in instants, a subject's zone may lack a day at either end.
  package var days: [CivilDay]
  /// The subjects, ordered by outcome, then by closeness to the threshold, then by id; those without
  /// any data come last.
  package var subjects: [SubjectRow] = []
  /// For the first few thresholds of the rule, the number of subjects that pass at other values.
  package var lines: [ThresholdCurve] = []
  /// The leaderboard; `nil` for a rule without a score.
  package var board: Leaderboard?
  /// The previous rank of each subject, by id, as far as the store has it.
  package var earlierRanks: [String: Int] = [:]
  /// The instant of ``earlierRanks``.
  package var earlierAsOf: Instant?
  /// The subjects whose result differs from that of another run, by id.
  package var changes: [ResultChange] = []
  /// Whether figures of subjects may be shown.
  package var showsValues: Bool
  /// Whether numbers replace the subjects' ids.
  package var isAnonymous = false
  /// The version of Daymark that made the report.
  package var toolVersion: String

  package init(
    challenge: Challenge, rule: Rule, ruleSentence: String, days: [CivilDay],
    showsValues: Bool = false, toolVersion: String
  ) {
    self.challenge = challenge
    self.rule = rule
    self.ruleSentence = ruleSentence
    self.days = days
    self.showsValues = showsValues
    self.toolVersion = toolVersion
  }

  /// The number of subjects with an outcome; `nil` counts those whose archives could not be read.
  package func count(of outcome: Outcome?) -> Int { subjects.count { $0.outcome == outcome } }
}

/// One subject in the report of a challenge: a row of the heat map, and a line of the table.
package struct SubjectRow: Hashable, Sendable {
  /// The id in the pipeline.
  package var id: String
  /// The name that is shown: the id, or a number that replaces it.
  package var name: String
  /// The folder of the subject's page, beside the page of the challenge.
  package var folder: String
  /// The outcome; `nil` when the archives could not be read.
  package var outcome: Outcome?
  /// The standing of each day of the period; empty where the archives could not be read.
  package var days: [DayStanding] = []
  /// For rules whose days add up to one figure, each day's quarter of the subject's best day: 1 to
  /// 4, or 0 for a day that adds nothing; empty for other rules.
  package var quarters: [Int] = []
  /// The first reason of the verdict.
  package var reason: Reason?
  /// The unit of the reason's figures; `nil` where the sentence states all of them.
  package var unit: Unit?
  /// The reason for which the subject has no verdict.
  package var failure: Finding?
  /// A person's decision beside the verdict.
  package var decision: PresentDecision?
  /// Whether the verdict may still change.
  package var finality = Finality.provisional(until: nil)
  /// The closeness to the threshold; see ``Explanation/closeness(to:)``.
  package var closeness: Double?
  /// Whether a day has a value for any condition of the rule, or the archives could not be read.
  package var hasData = true
  package var score: ScoreValue?
  /// The damaged inputs.
  package var damage: [InputDamage] = []
  /// The findings that make days incomplete, from which follows what to ask the participant for.
  package var findings: [Finding] = []
  /// The number of flags by code and level.
  package var flags: [FlagCode: [QualityFlag.Level: Int]] = [:]
  /// SHA-256 of the subject's `evidence.json`; `nil` without one.
  package var evidence: Digest?
  /// The number of inputs.
  package var inputs = 0

  package init(id: String) {
    self.id = id
    name = id
    folder = folderName(of: id)
  }

  /// Whether any data of the subject is flagged as beyond what people or devices do.
  package var isFlagged: Bool { !flagged.isEmpty }

  /// The codes of the flags of level `flagged`.
  package var flagged: [FlagCode] { FlagCode.allCases.filter { flags[$0]?[.flagged] ?? 0 > 0 } }

  /// Whether the row comes first: by outcome (pass, undetermined, fail, unreadable), then furthest
  /// above the threshold; without any data it comes last, whatever the outcome.
  package static func precedes(_ a: SubjectRow, _ b: SubjectRow) -> Bool {
    if a.hasData != b.hasData { return a.hasData }
    let (x, y) = (a.place, b.place)
    if x != y { return x < y }
    let (p, q) = (a.closeness ?? -.infinity, b.closeness ?? -.infinity)
    if p != q { return p > q }
    return a.id.utf8.lexicographicallyPrecedes(b.id.utf8)
  }

  private var place: Int {
    switch outcome {
    case .pass: 0
    case .undetermined: 1
    case .fail: 2
    case nil: 3
    }
  }
}

/// A subject whose result differs between two runs.
package struct ResultChange: Hashable, Sendable {
  package var id: String
  /// The earlier result: `pass`, `fail`, `undetermined` or `failed`; `nil` when the subject was not
  /// there.
  package var old: String?
  /// The later result; `nil` when the subject is gone.
  package var new: String?

  package init(id: String, old: String?, new: String?) {
    (self.id, self.old, self.new) = (id, old, new)
  }
}

/// The outcomes of all subjects at other values of one threshold.
package struct ThresholdCurve: Hashable, Sendable {
  /// One value of the threshold, with the number of subjects by outcome.
  package struct Point: Hashable, Sendable {
    package var value: Quantity
    package var outcomes: [Outcome: Int]

    package init(value: Quantity, outcomes: [Outcome: Int]) {
      (self.value, self.outcomes) = (value, outcomes)
    }

    /// The share of the subjects that pass, from 0 to 1.
    package var passRate: Double {
      let all = outcomes.values.reduce(0, +)
      return all == 0 ? 0 : Double(outcomes[.pass] ?? 0) / Double(all)
    }
  }

  /// The requirement to which the curve belongs, for example `at least 10,000 steps on 7
  /// consecutive days`.
  package var name: String
  /// The unit of the values; `nil` for a number of days, weeks or sessions.
  package var unit: Unit?
  /// The values, ascending, including the rule's own.
  package var points: [Point]
  /// The value that the rule has.
  package var present: Quantity

  package init(name: String, unit: Unit?, points: [Point], present: Quantity) {
    (self.name, self.unit, self.points, self.present) = (name, unit, points, present)
  }
}
