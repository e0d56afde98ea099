package import DaymarkModel

/// A question about rules, which a solver answers for all possible data at once.
package struct RuleQuestion {
  /// The data that a question is about.
  ///
  /// Each scope includes the ones before it.
  package enum Scope: Sendable {
    /// The complete data, in which every day is over, undamaged and has data.
    case whole
    /// The data that a case of `rules_test.yaml` can state.
    case cases
    /// The data with rejected records, and with damage to the last days.
    case all
    /// The data with sessions of any pace, whose distances and times are whole micro-units.
    case finest

    package var opensRecords: Bool { self == .all || self == .finest }
  }

  /// The limits of the data, which are the same for all questions about some rules.
  package struct Setting {
    /// The days of the period, ascending; at least one.
    package var days: [CivilDay]
    /// The maximum number of sessions on a day.
    package var sessionsPerDay: Int
    /// Returns the range of amounts that one selected session adds to a sum.
    ///
    /// It is 0 where there can be no such session, and extends to the limit of quantities where
    /// nothing bounds it.
    ///
    /// - Units: micro-units; for times, millionths of a second.
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
  /// The paths of leaves that formulas do not express fully, so that a possible answer may be
  /// wrong.
  package let doubts: [RulePath]

  /// Asks for data on which a rule's outcome is better than another's.
  ///
  /// `pass` is better than `undetermined`, and `undetermined` is better than `fail`.
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

  /// Asks for complete data on which a rule fails, although it passes when some of that data is
  /// missing.
  ///
  /// The missing data may be days that are absent, after the end, damaged or opened by rejected
  /// records, or figures of sessions.
  package init(whetherLackHelps rule: Rule, on scope: Scope, _ setting: Setting) {
    problem = Problem()
    let asked = AskedData(of: [rule], on: scope)
    let whole = DataUnknowns(setting, asked, .whole, in: problem)
    let lacking = DataUnknowns(setting, asked, scope == .whole ? .cases : scope, in: problem)
    lacking.requirePart(of: whole)
    // A leaf that formulas do not express may have different answers on the two.
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

  /// Returns the question in SMT-LIB 2 for a solver.
  ///
  /// - Parameter seconds: The solver's time limit.
  package func text(seconds: Int) -> String { problem.text(asking: question, seconds: seconds) }

  /// Returns the same question about data with fewer parts.
  ///
  /// - Parameters:
  ///   - parts: The number of ``GivenPeriod/parts`` of all periods together.
  ///   - seconds: The solver's time limit.
  package func text(withFewerPartsThan parts: Int, seconds: Int) -> String {
    let isSmaller = data.map(\.parts).total <= Int128(parts - 1)
    return problem.text(asking: question && isSmaller, seconds: seconds)
  }

  /// Returns the data in a solver's answer.
  ///
  /// - Parameter values: The chosen value of each unknown.
  /// - Returns: The data. For a question about missing data, these are first the complete data and
  ///   then the remaining part.
  package func given(_ values: [Int128]) -> [GivenPeriod] { data.map { $0.given(values) } }
}
