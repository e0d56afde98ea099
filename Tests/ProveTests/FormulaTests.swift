import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Holds formulas against the evaluator: of all that data can be, none may be missing.
@Suite(.enabled(if: SolverProgram.isThere))
struct FormulaTests {
  /// The number of random pairs of rules; `DAYMARK_PAIRS` asks for more.
  private static let pairs =
    ProcessInfo.processInfo.environment["DAYMARK_PAIRS"].flatMap { Int($0) }
    ?? (Sweep.isLong ? 160 : 80)

  @Test(arguments: 0..<4)
  func `formulas allow what the evaluator says of given data`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(80 + seed))
    var held = 0
    for _ in 0..<Self.pairs / 4 {
      let count = random.oneIn(4) ? 7 + random.below(8) : 1 + random.below(3)
      let pair = RulePair.random(&random, days: count, depth: random.below(3))
      let rules = [pair.old, pair.new]
      let asked = AskedData(of: rules, on: .all)
      let members = SmallDomain(pair, &random).members(upTo: 12, &random)
        .filter { !$0.hasNoInputs && GivenLikeness(of: $0, asked) != nil }.prefix(6)
      let answer = try await answer(whether: rules, decideAlike: Array(members))
      #expect(answer != .impossible, "\(pair) \(members)")
      if case .possible = answer { held += members.count }
    }
    #expect(held > 60)
  }

  @Test func `what was rejected of an amount that is not there does not count`() async throws {
    let either = try #require(WeightedSum.stepsOrPushes)
    let most = rule(
      .leaf(Leaf(.total, of: .weighted(either), .atMost(3000))), onMissing: .undetermined)
    var given = GivenPeriod(days: days(1))
    given.figures = [.amount(.steps): [nil], .amount(.wheelchairPushes): [3_000_000_000]]
    given.opened = [.steps: [0: GivenPeriod.Opened(least: 0, most: 2_000_000_000)]]
    let answer = try await answer(whether: [most], decideAlike: [given])
    guard case .possible = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  /// What the solver says of all of the data being decided by formulas as it is by the evaluator.
  private func answer(
    whether rules: [Rule], decideAlike members: [GivenPeriod]
  ) async throws -> SolverAnswer {
    let (problem, asked) = (Problem(), AskedData(of: rules, on: .all))
    let answers = members.flatMap { given in
      let prover = RuleProver(days: given.days, sessionsPerDay: nil, seconds: 20)
      let setting = RuleQuestion.Setting(days: given.days, sessionsPerDay: 2) {
        amountsOfOneSession($1, addingTo: $0)
      }
      let data = DataUnknowns(setting, asked, .all, in: problem)
      GivenLikeness(of: given, asked)?.require(of: data)
      let shared = SharedDoubts(in: problem)
      return rules.map {
        RuleFormulas($0, on: data, shared).gives(prover.outcome(of: $0, on: given))
      }
    }
    return try await Solver().answer(
      problem.text(asking: .all(answers), seconds: 20), seconds: 20)
  }
}

extension RuleFormulas {
  fileprivate func gives(_ outcome: Outcome) -> Formula {
    switch outcome {
    case .pass: passes
    case .fail: fails
    case .undetermined: .all([!passes, !fails])
    }
  }
}

/// Data that rules cannot tell from given data, of figures that formulas have.
private struct GivenLikeness {
  let given: GivenPeriod
  let asked: AskedData

  /// `nil` where formulas have no such data.
  init?(of given: GivenPeriod, _ asked: AskedData) {
    (self.given, self.asked) = (given, asked)
    for session in given.sessions.joined() where !session.kind.isLogged {
      for field in asked.sessions.fields {
        let amount = session.values[field]
        // The page leaves out what took no time.
        if field == .activeSeconds, amount == 0, asked.sessions.paced.contains(field) { return nil }
        if let amount, like(amount, field) == nil { return nil }
      }
    }
  }

  private func like(_ amount: Int128, _ field: ActivityField) -> Int128? {
    let step = asked.steps.step(of: field)
    let isRounded = asked.sessions.summed.contains(field) || asked.sessions.paced.contains(field)
    return isRounded && !amount.isMultiple(of: step) ? nil : steps(amount, of: step)
  }

  /// A figure in steps on the same side of all that it is compared with, which every second step has.
  private func steps(_ amount: Int128, of step: Int128) -> Int128 {
    amount.isMultiple(of: step) ? amount / step : amount / (2 * step) * 2 + 1
  }

  /// Requires that data is the likeness.
  func require(of data: DataUnknowns) {
    let problem = data.problem
    func pin(_ number: LinearSum, _ value: Int128) {
      problem.require(number.equals(LinearSum(value)))
    }
    func pin(_ choice: LinearSum, _ isOne: Bool) { pin(choice, isOne ? 1 : 0) }
    for day in given.days.indices {
      pin(data.damaged[day], given.damaged.contains(day))
      for origin in Set(asked.columns.map(\.origin)) {
        pin(data.isPast(origin, day), day >= given.end(of: origin))
      }
      for column in asked.columns {
        guard let figure = data.figure(of: column, on: day) else { continue }
        let hasLogged = given.sessions[day].contains { $0.kind.isLogged }
        let cell = given.figures[column]?[day] ?? (column == asked.rest && hasLogged ? 0 : nil)
        let (step, least) = (
          asked.steps.step(of: column), column.unit == .beatsPerMinute ? 20_000_000 : Int128(0)
        )
        pin(figure.exists, cell != nil)
        pin(figure.recorded, steps(cell ?? least, of: step))
        guard let opened = figure.opened, case .amount(let metric) = column else { continue }
        let bounds = given.opened[metric]?[day]
        pin(opened.isUnbounded, bounds.map { $0.most == nil } ?? false)
        pin(opened.least, (bounds?.least ?? cell ?? 0) / step)
        pin(opened.most, (bounds.map { $0.most ?? cell ?? 0 } ?? cell ?? 0) / step)
      }
      requireSessions(on: day, of: data, pin, pin)
    }
    for (metric, share) in data.manualShares { pin(share, Int128(given.manualShares[metric] ?? 0)) }
    for (code, count) in data.flags {
      pin(count, Int128(min(given.flags[code] ?? 0, asked.mostFlags + 1)))
    }
  }

  private func requireSessions(
    on day: Int, of data: DataUnknowns, _ pin: (LinearSum, Int128) -> Void,
    _ pinChoice: (LinearSum, Bool) -> Void
  ) {
    guard !data.sessions.isEmpty else { return }
    let own = given.sessions[day].filter { !$0.kind.isLogged }
    for (place, session) in data.sessions[day].enumerated() {
      pinChoice(session.exists, place < own.count)
      guard place < own.count else { continue }
      pinChoice(session.isIndoor, own[place].isIndoor)
      for (kind, choice) in session.kinds where kind.isLike(own[place].kind, asked.sessions) {
        pinChoice(choice, true)
      }
      for (field, figure) in session.fields {
        let amount = own[place].values[field]
        pinChoice(figure.exists, amount != nil)
        if let amount { pin(figure.recorded, like(amount, field) ?? 0) }
      }
    }
  }
}

extension ActivityKind {
  /// Whether rules cannot tell sessions of two kinds apart.
  fileprivate func isLike(_ other: ActivityKind, _ asked: AskedSessions) -> Bool {
    asked.tests.allSatisfy { test in
      test.kinds.map { $0.contains(self) == $0.contains(other) } ?? true
    } && staysInPlace == other.staysInPlace && staysLevel == other.staysLevel
  }
}
