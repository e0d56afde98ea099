package import DaymarkModel

/// A challenge as its page and `daymark show` picture it: made from a store, with no clock in it.
package struct ChallengeReport: Sendable {
  package var challenge: Challenge
  package var rule: Rule
  /// What the rule asks for, in a sentence made from it.
  package var ruleSentence: String
  /// As of when the subjects were decided, the first and the last of them; `nil` without any.
  package var asOf: ClosedRange<Instant>?
  /// That of the latest decision.
  package var phase: Phase?
  /// The days of the period, ascending: the columns of the heat map.
  ///
  /// Where the period is given in instants, a subject's zone may take a day at either end away.
  package var days: [CivilDay]
  /// By outcome, then by how close they came, then by id.
  package var subjects: [SubjectRow] = []
  /// Who passes at other values of the rule's thresholds, of the first few of them.
  package var lines: [ThresholdCurve] = []
  /// Present when the rule has a score.
  package var board: Leaderboard?
  /// The rank of each subject, by id, as of the instant before, where the store has it.
  package var earlierRanks: [String: Int] = [:]
  /// The instant that `earlierRanks` are of.
  package var earlierAsOf: Instant?
  /// Whose result another run had otherwise, by id.
  package var changes: [ResultChange] = []
  /// Whether figures of subjects may be shown.
  package var showsValues: Bool
  /// Whether numbers stand in place of ids.
  package var isAnonymous = false
  /// The version of the program.
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

  /// The number of subjects that have an outcome; `nil` counts those that could not be read.
  package func count(of outcome: Outcome?) -> Int { subjects.count { $0.outcome == outcome } }
}

/// One subject in the report of a challenge: its row in the heat map, and its line in the table.
package struct SubjectRow: Hashable, Sendable {
  /// The id in the pipeline.
  package var id: String
  /// The name that is shown: the id, or a number in its place.
  package var name: String
  /// The folder of its page, beside the page of the challenge.
  package var folder: String
  /// `nil` when it could not be read.
  package var outcome: Outcome?
  /// How each day of the period stands; empty when it could not be read.
  package var days: [DayStanding] = []
  /// Where days add up to one figure, the quarter of the person's best day that each day reaches, from 1 to 4, and 0 of a
  /// day that adds nothing; empty of any other rule.
  package var quarters: [Int] = []
  /// The first reason of the verdict.
  package var reason: Reason?
  /// The unit of the reason's figures; `nil` where the reason's sentence has what there is to say.
  package var unit: Unit?
  /// Why it has no verdict.
  package var failure: Finding?
  /// What a person decided beside the verdict.
  package var decision: PresentDecision?
  /// Whether the verdict may still change.
  package var finality = Finality.provisional(until: nil)
  /// As of ``Explanation/closeness``.
  package var closeness: Double?
  package var score: ScoreValue?
  /// The damaged inputs.
  package var damage: [InputDamage] = []
  /// What was found in the data and makes days incomplete, for what to ask for.
  package var findings: [Finding] = []
  /// How many flags of each level there are, by code.
  package var flags: [FlagCode: [QualityFlag.Level: Int]] = [:]
  /// SHA-256 of `evidence.json`; `nil` without one.
  package var evidence: Digest?
  /// The number of inputs.
  package var inputs = 0

  package init(id: String) {
    self.id = id
    name = id
    folder = folderName(of: id)
  }

  /// Whether any of its data is past what people or devices do.
  package var isFlagged: Bool { flags.values.contains { $0[.flagged] ?? 0 > 0 } }

  /// Pass, undetermined, fail, could not be read; of each the furthest above the threshold first.
  package static func precedes(_ a: SubjectRow, _ b: SubjectRow) -> Bool {
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

/// A subject whose result another run had otherwise.
package struct ResultChange: Hashable, Sendable {
  package var id: String
  /// `pass`, `fail`, `undetermined` or `failed`; `nil` when the subject was not there.
  package var old: String?
  /// The same; `nil` when the subject is gone.
  package var new: String?

  package init(id: String, old: String?, new: String?) {
    (self.id, self.old, self.new) = (id, old, new)
  }
}

/// The outcomes at other values of one threshold: where the line lies.
package struct ThresholdCurve: Hashable, Sendable {
  /// One value, and how many subjects of each outcome it gives.
  package struct Point: Hashable, Sendable {
    package var value: Quantity
    package var outcomes: [Outcome: Int]

    package init(value: Quantity, outcomes: [Outcome: Int]) {
      (self.value, self.outcomes) = (value, outcomes)
    }

    /// The part of the subjects that pass, from 0 to 1.
    package var passRate: Double {
      let all = outcomes.values.reduce(0, +)
      return all == 0 ? 0 : Double(outcomes[.pass] ?? 0) / Double(all)
    }
  }

  /// What is compared, as the rule asks for it: `at least 10,000 steps on 7 consecutive days`.
  package var name: String
  /// The unit of the values; a number of days, weeks or sessions without one.
  package var unit: Unit?
  /// Ascending by value; the rule's own is among them.
  package var points: [Point]
  /// The rule's own value.
  package var present: Quantity

  package init(name: String, unit: Unit?, points: [Point], present: Quantity) {
    (self.name, self.unit, self.points, self.present) = (name, unit, points, present)
  }
}
