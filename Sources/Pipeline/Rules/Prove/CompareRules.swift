import DaymarkConfiguration
import DaymarkDocuments
package import DaymarkModel
import DaymarkProve

/// A case of `rules_test.yaml` that shows what was found.
package struct FoundCase: Sendable {
  /// The case, as it stands in the file.
  package var text: String
  /// The outcomes on it, by the rules that were asked about.
  package var outcomes: [Outcome]
  /// Whether `rules_test.yaml` can say it; else comments say what it cannot.
  package var isWritable: Bool
}

/// How far sessions were looked at where there is said to be no data.
package struct SessionBounds: Hashable, Sendable {
  /// The most sessions of a day; `nil` where more would change nothing.
  package var perDay: Int?
  /// Whether sums of sessions whose figures are no multiples of 0.01 were left out.
  package var areStepped: Bool

  /// The closer of two bounds.
  package func joined(to other: SessionBounds) -> SessionBounds {
    SessionBounds(
      perDay: [perDay, other.perDay].compactMap(\.self).min(),
      areStepped: areStepped || other.areStepped)
  }
}

/// What a search for data gives.
package enum RuleSearch: Sendable {
  /// There is no such data, as far as sessions were looked at.
  case none(SessionBounds)
  /// The smallest data that was found.
  case found([FoundCase])
  /// It is not decided, because of these leaves.
  case undecided([RulePath])

  /// The cases, where there are some.
  package var cases: [FoundCase] { if case .found(let cases) = self { cases } else { [] } }

  /// How far sessions were looked at, where it was decided that there are none.
  package var bounds: SessionBounds? { if case .none(let bounds) = self { bounds } else { nil } }

  /// Whether it was decided that there are none.
  package var isNone: Bool { bounds != nil }

  /// The leaves that kept it from being decided.
  package var doubts: [RulePath] { if case .undecided(let paths) = self { paths } else { [] } }
}

/// What a search covered.
package struct RuleScope: Sendable {
  /// The first day.
  package var from: CivilDay
  /// The last day.
  package var to: CivilDay
  /// The most sessions that a day has, where that was asked for.
  package var sessionsPerDay: Int?
  /// The time that the solver had for a question.
  package var seconds: Int
}

/// How a rule is to another, for all data of a period.
package struct RuleComparison: Sendable {
  /// How a new rule is to an old one.
  package enum Relation: String, CaseIterable, Sendable {
    /// Both always have the same outcome.
    case equal
    /// The new one is never better for a subject, and sometimes worse.
    case stricter
    /// The new one is never worse for a subject, and sometimes better.
    case looser
    /// Each is sometimes better.
    case neither
    /// The new one is never better for a subject; whether it is ever worse is not known.
    case stricterOrEqual
    /// The new one is never worse for a subject; whether it is ever better is not known.
    case looserOrEqual
    /// That is not known.
    case undecided
  }

  /// The old rule.
  package var old: Rule
  /// The new rule.
  package var new: Rule
  /// What was searched.
  package var scope: RuleScope
  /// Data on which the new rule is better for a subject.
  package var better: RuleSearch
  /// Data on which the new rule is worse for a subject.
  package var worse: RuleSearch

  /// How the new rule is to the old one.
  package var relation: Relation {
    switch (better, worse) {
    case (.none, .none): .equal
    case (.none, .found): .stricter
    case (.found, .none): .looser
    case (.found, .found): .neither
    case (.none, .undecided): .stricterOrEqual
    case (.undecided, .none): .looserOrEqual
    case (.undecided, _), (_, .undecided): .undecided
    }
  }

  /// Whether the new rule is shown to be as asked, or equal.
  ///
  /// - Parameter asked: `equal`, `stricter` or `looser`.
  package func isShown(_ asked: Relation) -> Bool {
    (asked == .looser || better.isNone) && (asked == .stricter || worse.isNone)
  }

  /// How far sessions were looked at for what is said never to be.
  package var bounds: SessionBounds? {
    let known = [better, worse].compactMap(\.bounds)
    return known.dropFirst().reduce(known.first) { $0?.joined(to: $1) }
  }
}

/// What a question about rules covers.
package struct ProverOptions: Sendable {
  /// The days; those of the challenge when `nil`.
  package var period: Period?
  /// The most sessions of a day; as many as the rules need when `nil`.
  package var sessionsPerDay: Int?
  /// The time that the solver has for a question.
  package var seconds: Int

  package init(period: Period? = nil, sessionsPerDay: Int? = nil, seconds: Int = 5) {
    (self.period, self.sessionsPerDay, self.seconds) = (period, sessionsPerDay, seconds)
  }
}

/// Decides for all data how a rule is to another.
///
/// - Parameters:
///   - old: A pipeline's folder, or a folder or file of rules.
///   - new: The other rule, given in the same way.
///   - options: Without a period the days are those of the old rule's challenge, else of the new one's, else as many as
///     both need.
/// - Returns: The smallest data that was found on which they differ, each way.
/// - Throws: `ConfigurationError` of the rules' files; `DaymarkError` `solver.missing`; `CancellationError`.
package func compareRules(
  at old: String, _ new: String, options: ProverOptions = ProverOptions()
) async throws -> RuleComparison {
  let period = options.period ?? periodOfQuestions(aboutRulesAt: [old, new])
  let (before, after) = (try rule(at: old, period), try rule(at: new, period))
  let prover = RuleProver(over: period, options)
  func shown(_ search: DataSearch) throws -> RuleSearch {
    try prover.shown(search, by: [before, after], at: new) { _, outcomes in
      "\(outcomes[0].rawValue) by the old rule, \(outcomes[1].rawValue) by the new one"
    }
  }
  return RuleComparison(
    old: before, new: after, scope: prover.scope,
    better: try shown(try await prover.data(onWhich: after, isBetterThan: before)),
    worse: try shown(try await prover.data(onWhich: before, isBetterThan: after)))
}

/// What is so of a rule for all data of a period.
package struct RuleProof: Sendable {
  /// A part of a rule without which it is another, or is not.
  package struct Part: Sendable {
    /// The place of the part.
    package var path: RulePath
    /// Data on which the rule without it has another outcome.
    package var difference: RuleSearch
  }

  /// The rule.
  package var rule: Rule
  /// What was searched.
  package var scope: RuleScope
  /// Data on which the rule passes.
  package var passes: RuleSearch
  /// Data on which the rule fails, whole if there is such.
  package var fails: RuleSearch
  /// Whole data on which the rule fails, with what is left of it when some lacks, on which it passes.
  package var lackHelps: RuleSearch
  /// The parts that stand in a list, in the rule's order.
  package var parts: [Part]

  /// Whether the rule is as every rule should be: it can pass and fail, lack of data helps nobody, and every part
  /// matters.
  package var isSound: Bool {
    !passes.cases.isEmpty && !fails.cases.isEmpty && lackHelps.isNone
      && parts.allSatisfy { !$0.difference.cases.isEmpty }
  }
}

/// Decides for all data whether a rule can pass and fail, whether lack of data can help, and which parts matter.
///
/// - Parameters:
///   - path: A pipeline's folder, or a folder or file of rules.
///   - options: As of ``compareRules(at:_:options:)``.
/// - Returns: What was found, with data that shows it.
/// - Throws: As ``compareRules(at:_:options:)``.
package func proveRule(
  at path: String, options: ProverOptions = ProverOptions()
) async throws -> RuleProof {
  let period = options.period ?? periodOfQuestions(aboutRulesAt: [path])
  let rule = try rule(at: path, period)
  let prover = RuleProver(over: period, options)
  func shown(_ search: DataSearch, _ names: String...) throws -> RuleSearch {
    try prover.shown(search, by: [rule], at: path) { index, _ in names[index] }
  }
  var proof = RuleProof(
    rule: rule, scope: prover.scope,
    passes: try shown(try await prover.data(onWhich: rule, gives: .pass), "the rule passes"),
    fails: try shown(try await prover.data(onWhich: rule, gives: .fail), "the rule fails"),
    lackHelps: try shown(
      try await prover.dataWhoseLackHelps(rule), "nothing is lacking", "some of it is lacking"),
    parts: [])
  for (part, other) in rule.withoutParts {
    let difference = try await prover.data(onWhich: rule, differsFrom: other)
    proof.parts.append(
      RuleProof.Part(path: part, difference: try shown(difference, "\(part) matters")))
  }
  return proof
}

/// The days of the first challenge that the rules are of; without one, as many as both need.
private func periodOfQuestions(aboutRulesAt paths: [String]) -> Period? {
  let periods = paths.compactMap { daysOfCases(ofRuleAt: $0) }
  let longest = periods.max { $0.days.count < $1.days.count }
  return (periods.first(where: \.isChallenge) ?? longest).map {
    .days(from: $0.days[0], to: $0.days[$0.days.count - 1])
  }
}

/// - Parameter period: `nil` where a rule's file has errors, which are then told.
private func rule(at path: String, _ period: Period?) throws -> Rule {
  try loadRule(
    named: path, period: period ?? .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0)))
}

extension RuleProver {
  fileprivate init(over period: Period?, _ options: ProverOptions) {
    let days = period?.days(in: DayCalendar(zone: .utc)) ?? [CivilDay(ordinal: 0)]
    self.init(days: days, sessionsPerDay: options.sessionsPerDay, seconds: options.seconds)
  }

  fileprivate var scope: RuleScope {
    RuleScope(
      from: days[0], to: days[days.count - 1], sessionsPerDay: sessionsPerDay, seconds: seconds)
  }

  /// What was found, as cases; each that a file can say is read as one and evaluated once more.
  ///
  /// - Parameters:
  ///   - rules: Those whose outcomes are shown; the case expects that of the last.
  ///   - path: Where the last of them is.
  ///   - name: The name of a case by its place and its outcomes.
  fileprivate func shown(
    _ search: DataSearch, by rules: [Rule], at path: String,
    name: (Int, [Outcome]) -> String
  ) throws -> RuleSearch {
    switch search {
    case .none(let bounds): return .none(bounds)
    case .undecided(let paths): return .undecided(paths)
    case .found(let data):
      var cases: [FoundCase] = []
      for (index, given) in data.enumerated() {
        let outcomes = rules.map { outcome(of: $0, on: given) }
        let expected = outcomes[outcomes.count - 1]
        let text = given.caseText(named: name(index, outcomes), expected)
        if given.isCase {
          let summary = try testRules(try ruleTests(at: path, with: text))
          guard summary.results.allSatisfy(\.hasPassed) else {
            return .undecided(rules.flatMap { $0.leaves.map(\.path) })
          }
        }
        cases.append(FoundCase(text: text, outcomes: outcomes, isWritable: given.isCase))
      }
      return .found(cases)
    }
  }
}
