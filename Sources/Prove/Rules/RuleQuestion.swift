package import DaymarkModel

/// A question about rules that a solver answers for all data at once.
package struct RuleQuestion {
  /// The data that is asked about, each with all that comes before it.
  package enum Scope: Sendable {
    /// Nothing is lacking: every day is over, whole and has data.
    case whole
    /// What a case of `rules_test.yaml` can say.
    case cases
    /// Rejected records, too, and damage to the last days.
    case all
    /// Sessions of any pace, too: their distances and times are whole micro-units.
    case finest

    package var opensRecords: Bool { self == .all || self == .finest }
  }

  /// What a question looks at, the same for all questions about some rules.
  package struct Setting {
    /// The days of the period, ascending; at least one.
    package var days: [CivilDay]
    /// The most sessions that a day has.
    package var sessionsPerDay: Int
    /// What one session that is asked for adds to a sum: 0 where there can be none, up to the limit of quantities where
    /// nothing bounds it.
    ///
    /// - Units: micro-units; of time, of a second.
    package var amountsOfOne: (ActivitySum, ActivityTest) -> ClosedRange<Int128>

    package init(
      days: [CivilDay], sessionsPerDay: Int,
      amountsOfOne: @escaping (ActivitySum, ActivityTest) -> ClosedRange<Int128>
    ) {
      (self.days, self.sessionsPerDay, self.amountsOfOne) = (days, sessionsPerDay, amountsOfOne)
    }
  }

  private let problem: Problem
  private let data: [DataUnknowns]
  private let question: Formula
  /// The leaves of which formulas know too little, so that a possible answer may be none.
  package let doubts: [RulePath]

  /// Asks for data on which a rule's outcome is better than another's: `pass` is better than `undetermined`, and that
  /// than `fail`.
  package init(
    whether rule: Rule, isBetterThan other: Rule, on scope: Scope, _ setting: Setting
  ) {
    self.init([rule, other], scope, setting) { $0[0].isBetter(than: $0[1]) }
  }

  /// Asks for data on which the outcomes of two rules differ.
  package init(
    whether rule: Rule, differsFrom other: Rule, on scope: Scope, _ setting: Setting
  ) {
    self.init([rule, other], scope, setting) {
      .any([$0[0].isBetter(than: $0[1]), $0[1].isBetter(than: $0[0])])
    }
  }

  /// Asks for data on which a rule has an outcome.
  package init(
    whether rule: Rule, gives outcome: Outcome, on scope: Scope, _ setting: Setting
  ) {
    self.init([rule], scope, setting) { formulas in
      switch outcome {
      case .pass: formulas[0].passes
      case .fail: formulas[0].fails
      case .undetermined: .all([!formulas[0].passes, !formulas[0].fails])
      }
    }
  }

  /// Asks for whole data on which a rule fails, and that it passes when some of it is lacking: the same data with days
  /// that are missing, past the end, damaged or opened by rejected records, or with sessions that lose figures.
  package init(whetherLackHelps rule: Rule, on scope: Scope, _ setting: Setting) {
    problem = Problem()
    let asked = AskedData(of: [rule], on: scope)
    let whole = DataUnknowns(setting, asked, .whole, in: problem)
    let lacking = DataUnknowns(setting, asked, scope == .whole ? .cases : scope, in: problem)
    lacking.requirePart(of: whole)
    // What is not understood of one may be otherwise of the other.
    let doubts = SharedDoubts(in: problem)
    let others = SharedDoubts(in: problem)
    question = .all([
      RuleFormulas(rule, on: whole, doubts).fails, RuleFormulas(rule, on: lacking, others).passes,
    ])
    lacking.tellBounds(by: whole)
    data = [whole, lacking]
    self.doubts = doubts.paths
  }

  private init(
    _ rules: [Rule], _ scope: Scope, _ setting: Setting, _ question: ([RuleFormulas]) -> Formula
  ) {
    problem = Problem()
    let data = DataUnknowns(setting, AskedData(of: rules, on: scope), scope, in: problem)
    let shared = SharedDoubts(in: problem)
    self.question = question(rules.map { RuleFormulas($0, on: data, shared) })
    self.data = [data]
    doubts = shared.paths
  }

  /// The question for a solver, in SMT-LIB 2.
  ///
  /// - Parameter seconds: The time that the solver has.
  package func text(seconds: Int) -> String { problem.text(asking: question, seconds: seconds) }

  /// The same question about data that has fewer parts.
  ///
  /// - Parameters:
  ///   - parts: As ``GivenPeriod/parts``, of all periods together.
  ///   - seconds: The time that the solver has.
  package func text(withFewerPartsThan parts: Int, seconds: Int) -> String {
    let isSmaller = data.map(\.parts).total <= Int128(parts - 1)
    return problem.text(asking: question && isSmaller, seconds: seconds)
  }

  /// The data that an answer stands for.
  ///
  /// - Parameter values: What the solver chose for each unknown.
  /// - Returns: The data; where lack is asked about the whole data, and then what is left of it.
  package func given(_ values: [Int128]) -> [GivenPeriod] { data.map { $0.given(values) } }
}
