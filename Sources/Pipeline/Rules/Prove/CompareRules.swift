import DaymarkConfiguration
import DaymarkDocuments
package import DaymarkModel
import DaymarkProve

/// A test case for `rules_test.yaml` that shows what a search found.
package struct FoundCase: Sendable {
  /// The case as text for the file.
  package var text: String
  /// The outcomes of the rules in question on the case.
  package var outcomes: [Outcome]
  /// Whether `rules_test.yaml` can express the case.
  ///
  /// If not, comments state what it cannot.
  package var isWritable: Bool
}

/// The limits on sessions within which a search found no data.
package struct SessionBounds: Hashable, Sendable {
  /// The largest number of sessions per day; `nil` where more would change nothing.
  package var perDay: Int?
  /// Whether the search left out sums of sessions whose figures are no multiples of 0.01.
  package var areStepped: Bool

  /// Returns the narrower of two bounds.
  package func joined(to other: SessionBounds) -> SessionBounds {
    SessionBounds(
      perDay: [perDay, other.perDay].compactMap(\.self).min(),
      areStepped: areStepped || other.areStepped)
  }
}

/// The result of a search for data.
package enum FoundCases: Sendable {
  /// There is no such data, within these limits on sessions.
  case none(SessionBounds)
  /// The smallest data that was found.
  case found([FoundCase])
  /// The search could not decide, because of these leaves.
  case undecided([RulePath])

  /// The cases; empty where none were found.
  package var cases: [FoundCase] { if case .found(let cases) = self { cases } else { [] } }

  /// The limits on sessions, where the search decided that there is no data.
  package var bounds: SessionBounds? { if case .none(let bounds) = self { bounds } else { nil } }

  /// Whether the search decided that there is no data.
  package var isNone: Bool { bounds != nil }

  /// The leaves for which the search could not decide.
  package var doubts: [RulePath] { if case .undecided(let paths) = self { paths } else { [] } }
}

/// The scope of a search.
package struct RuleScope: Sendable {
  package var from: CivilDay
  package var to: CivilDay
  /// The largest number of sessions per day, where the caller set one.
  package var sessionsPerDay: Int?
  /// The solver's time for one question, in seconds.
  package var seconds: Int
}

/// The comparison of two rules for all data of a period.
package struct RuleComparison: Sendable {
  /// The relation of a new rule to an old one.
  package enum Relation: String, CaseIterable, Sendable {
    /// Both rules always have the same outcome.
    case equal
    /// The new rule is never better for a subject, and sometimes worse.
    case stricter
    /// The new rule is never worse for a subject, and sometimes better.
    case looser
    /// Each rule is sometimes better.
    case neither
    /// The new rule is never better for a subject. Whether it is ever worse is unknown.
    case stricterOrEqual
    /// The new rule is never worse for a subject. Whether it is ever better is unknown.
    case looserOrEqual
    /// The relation is unknown.
    case undecided
  }

  package var old: Rule
  package var new: Rule
  /// The scope of the search.
  package var scope: RuleScope
  /// The search for data on which the new rule is better for a subject.
  package var better: FoundCases
  /// The search for data on which the new rule is worse for a subject.
  package var worse: FoundCases

  /// The relation of the new rule to the old one.
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

  /// Whether the new rule is proved to have the given relation, or to be equal.
  ///
  /// - Parameter asked: The relation `equal`, `stricter` or `looser`.
  package func isShown(_ asked: Relation) -> Bool {
    (asked == .looser || better.isNone) && (asked == .stricter || worse.isNone)
  }

  /// The limits on sessions of the searches that found no data.
  package var bounds: SessionBounds? {
    let known = [better, worse].compactMap(\.bounds)
    return known.dropFirst().reduce(known.first) { $0?.joined(to: $1) }
  }
}

/// The scope of a question about rules.
package struct ProverOptions: Sendable {
  /// The days; `nil` for those of the challenge.
  package var period: Period?
  /// The largest number of sessions per day; `nil` for as many as the rules need.
  package var sessionsPerDay: Int?
  /// The solver's time for one question, in seconds.
  package var seconds: Int

  package init(period: Period? = nil, sessionsPerDay: Int? = nil, seconds: Int = 5) {
    (self.period, self.sessionsPerDay, self.seconds) = (period, sessionsPerDay, seconds)
  }
}

/// Decides, for all data of a period, the relation of a rule to another.
///
/// - Parameters:
///   - old: The old rule, by a pipeline's folder, a folder of rules or a file of rules.
///   - new: The new rule, given in the same way.
///   - options: The scope. Without a period the days are those of the old rule's challenge, else
///     those of the new rule's, else as many as both rules need.
/// - Returns: The comparison, with the smallest data found on which the new rule is better and on
///   which it is worse.
/// - Throws: `ConfigurationError` for the rules' files; `DaymarkError` `solver.missing`;
///   `CancellationError`.
package func compareRules(
  at old: String, _ new: String, options: ProverOptions = ProverOptions()
) async throws -> RuleComparison {
  let period = options.period ?? periodOfQuestions(aboutRulesAt: [old, new])
  let (before, after) = (try rule(at: old, period), try rule(at: new, period))
  let prover = RuleProver(over: period, options)
  func shown(_ search: FoundData) throws -> FoundCases {
    try prover.shown(search, by: [before, after], at: new) { _, outcomes in
      "\(outcomes[0].rawValue) by the old rule, \(outcomes[1].rawValue) by the new one"
    }
  }
  return RuleComparison(
    old: before, new: after, scope: prover.scope,
    better: try shown(try await prover.data(onWhich: after, isBetterThan: before)),
    worse: try shown(try await prover.data(onWhich: before, isBetterThan: after)))
}

/// The properties of a rule that were searched for all data of a period.
package struct RuleProof: Sendable {
  /// A part of a rule, with whether the rule is different without it.
  package struct Part: Sendable {
    package var path: RulePath
    /// The search for data on which the rule without the part has another outcome.
    package var difference: FoundCases
  }

  package var rule: Rule
  /// The scope of the search.
  package var scope: RuleScope
  /// The search for data on which the rule passes.
  package var passes: FoundCases
  /// The search for data on which the rule fails, complete data if there is some.
  package var fails: FoundCases
  /// The search for complete data on which the rule fails and that, with some of it removed,
  /// passes.
  package var lackHelps: FoundCases
  /// The parts that stand in a list, in the rule's order.
  package var parts: [Part]

  /// Whether the rule has the properties of every good rule: it can pass and fail, missing data
  /// helps nobody, and every part matters.
  package var isSound: Bool {
    !passes.cases.isEmpty && !fails.cases.isEmpty && lackHelps.isNone
      && parts.allSatisfy { !$0.difference.cases.isEmpty }
  }
}

/// Decides, for all data of a period, whether a rule can pass and fail, whether missing data can
/// help, and which parts matter.
///
/// - Parameters:
///   - path: The rule, by a pipeline's folder, a folder of rules or a file of rules.
///   - options: The same as for ``compareRules(at:_:options:)``.
/// - Returns: The results of the searches, with cases.
/// - Throws: The errors of ``compareRules(at:_:options:)``.
package func proveRule(
  at path: String, options: ProverOptions = ProverOptions()
) async throws -> RuleProof {
  let period = options.period ?? periodOfQuestions(aboutRulesAt: [path])
  let rule = try rule(at: path, period)
  let prover = RuleProver(over: period, options)
  func shown(_ search: FoundData, _ names: String...) throws -> FoundCases {
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

/// Returns the longest period of the rules' challenges; without one, a period of as many days as
/// the rules need.
private func periodOfQuestions(aboutRulesAt paths: [String]) -> Period? {
  let periods = paths.compactMap { daysOfCases(ofRuleAt: $0) }
  let longest = periods.max { $0.days.count < $1.days.count }
  return (periods.first(where: \.isChallenge) ?? longest).map {
    .days(from: $0.days[0], to: $0.days[$0.days.count - 1])
  }
}

/// Reads a rule for the days of a question.
///
/// - Parameters:
///   - path: The path of the rule.
///   - period: The days of the question; `nil` where a rule's file has errors, which are thrown.
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

  /// Returns the found data as test cases.
  ///
  /// A case that a file can express is read from its text and evaluated again.
  ///
  /// - Parameters:
  ///   - rules: The rules whose outcomes are shown. The case expects the outcome of the last.
  ///   - path: The path of the last rule.
  ///   - name: Returns the name of a case for its index and its outcomes.
  fileprivate func shown(
    _ search: FoundData, by rules: [Rule], at path: String,
    name: (Int, [Outcome]) -> String
  ) throws -> FoundCases {
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
