import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkProve

/// The result of a search for data, before it is shown as test cases.
enum FoundData: Sendable {
  /// There is no such data, within these limits on sessions.
  case none(SessionBounds)
  case found([GivenPeriod])
  /// The search could not decide, because of these leaves.
  case undecided([RulePath])
}

/// Searches all data of a period for data on which rules have a property.
struct RuleProver: Sendable {
  /// The largest number of sessions per day in one question.
  private static let mostSessionsPerDay = 20
  /// The largest number of sessions in a period.
  ///
  /// It applies where more sessions than the rules need are searched, to show that their number
  /// does not matter.
  private static let mostSessions = 100

  /// The most rounds in which the solver is asked for data with fewer parts than the best data so
  /// far.
  private static let mostSmaller = 8

  /// The days of the period.
  let days: [CivilDay]
  /// The largest number of sessions per day; `nil` for as many as a question needs.
  let sessionsPerDay: Int?
  /// The solver's time for one question, in seconds.
  let seconds: Int
  private let solver = Solver()

  init(days: [CivilDay], sessionsPerDay: Int?, seconds: Int) {
    (self.days, self.sessionsPerDay, self.seconds) = (days, sessionsPerDay, seconds)
  }

  /// The data that one question covers: a scope, with a number of sessions per day.
  private struct Extent: Equatable {
    let scope: RuleQuestion.Scope
    let sessionsPerDay: Int
  }

  private func setting(_ extent: Extent) -> RuleQuestion.Setting {
    RuleQuestion.Setting(days: days, sessionsPerDay: extent.sessionsPerDay) { sum, test in
      amountsOfOneSession(test, addingTo: sum)
    }
  }

  /// Searches for data on which a rule's outcome is better than another rule's.
  func data(onWhich rule: Rule, isBetterThan other: Rule) async throws -> FoundData {
    try await search([rule, other]) {
      RuleQuestion(whether: rule, isBetterThan: other, on: $0.scope, setting($0))
    } holds: {
      outcome(of: rule, on: $0[0]).rank > outcome(of: other, on: $0[0]).rank
    }
  }

  /// Searches for data on which two rules have different outcomes.
  func data(onWhich rule: Rule, differsFrom other: Rule) async throws -> FoundData {
    try await search([rule, other]) {
      RuleQuestion(whether: rule, differsFrom: other, on: $0.scope, setting($0))
    } holds: {
      outcome(of: rule, on: $0[0]) != outcome(of: other, on: $0[0])
    }
  }

  /// Searches for data on which a rule has an outcome, with complete data first.
  func data(onWhich rule: Rule, gives wanted: Outcome) async throws -> FoundData {
    try await search([rule], [.whole, .cases]) {
      RuleQuestion(whether: rule, gives: wanted, on: $0.scope, setting($0))
    } holds: {
      outcome(of: rule, on: $0[0]) == wanted
    }
  }

  /// Searches for complete data on which a rule fails and that, with some of it removed, passes.
  func dataWhoseLackHelps(_ rule: Rule) async throws -> FoundData {
    try await search([rule], periods: 2) {
      RuleQuestion(whetherLackHelps: rule, on: $0.scope, setting($0))
    } holds: {
      $0[0].isWhole && $0[1].isPart(of: $0[0]) && outcome(of: rule, on: $0[0]) == .fail
        && outcome(of: rule, on: $0[1]) == .pass
    }
  }

  /// Evaluates a rule on data, at the deadline.
  func outcome(of rule: Rule, on given: GivenPeriod) -> Outcome {
    let limits = LimitsIdentity(name: "given", version: "1.0.0", digest: Digest(of: []))
    return evaluate(
      rule, on: given.aggregates, of: given.challenge, asOf: given.deadline,
      quality: QualityFlags(given.qualityFlags, limits: limits)
    ).outcome
  }

  // MARK: Searching

  /// The result of a search with a fixed number of sessions per day.
  private enum SearchResult {
    case nowhere
    case found([GivenPeriod])
    /// The search could not decide because of some leaves, or of all leaves where the list is
    /// empty.
    case open([RulePath])
  }

  /// Searches for data with few sessions per day, like most data, and then with more.
  ///
  /// - Parameters:
  ///   - rules: The rules in question.
  ///   - plain: The scopes that are searched before data with rejected records, in this order.
  ///   - periods: The number of periods of data in the question: two where one is a part of the
  ///     other.
  private func search(
    _ rules: [Rule], _ plain: [RuleQuestion.Scope] = [.cases], periods: Int = 1,
    _ question: (Extent) -> RuleQuestion, holds: ([GivenPeriod]) -> Bool
  ) async throws -> FoundData {
    let needs = SessionNeeds(
      of: rules, over: days, mostOfOne: { amountsOfOneSession($1, addingTo: $0).upperBound })
    let scopes = plain + [.all] + (needs.haveFinerFigures ? [.finest] : [])
    var nowhere: Int?
    var doubts: [RulePath] = []
    search: for count in counts(needs, periods) {
      switch try await searchScopes(scopes, count, rules, question, holds: holds) {
      case .found(let data): return .found(data)
      case .nowhere: nowhere = count
      case .open(let paths):
        doubts = paths
        break search
      }
    }
    // A rule may have an answer of its own for a subject that handed in nothing.
    let nothing = [GivenPeriod.withoutInputs(on: days)]
    if periods == 1, holds(nothing) { return .found(nothing) }
    guard let nowhere else { return .undecided(doubts.isEmpty ? rules.ownLeaves : doubts) }
    let all = needs.all(of: periods)
    guard nowhere >= needs.enough || all == 0 || sessionsPerDay != nil else {
      return .undecided(needs.paths)
    }
    return .none(
      SessionBounds(
        perDay: all.map { nowhere >= $0 } ?? false ? nil : nowhere,
        areStepped: needs.leaveOutFinerSums(of: 2 / periods)))
  }

  /// Searches scopes for data with a number of sessions per day, and returns that of the simplest
  /// scope with any.
  ///
  /// The widest scope is asked first: where it holds no such data, no other is asked.
  /// Found data is evaluated before it is returned.
  private func searchScopes(
    _ scopes: [RuleQuestion.Scope], _ sessionsPerDay: Int, _ rules: [Rule],
    _ question: (Extent) -> RuleQuestion, holds: ([GivenPeriod]) -> Bool
  ) async throws -> SearchResult {
    let extents = scopes.map { Extent(scope: $0, sessionsPerDay: sessionsPerDay) }
    let widest = extents[extents.count - 1]
    let whole = question(widest)
    let atAll = try await answer(whole.text(seconds: seconds))
    if atAll == .impossible { return .nowhere }
    for extent in extents {
      let asked = extent == widest ? whole : question(extent)
      let answer =
        extent == widest ? atAll : try await self.answer(asked.text(seconds: seconds))
      if answer == .impossible { continue }
      // If the solver cannot decide here, it cannot for more data.
      guard case .possible(let values) = answer else { break }
      let given = asked.given(values)
      guard holds(given) else { continue }
      return .found(
        try await smallest(given, as: asked, rules.steps(on: extent.scope)) { data in
          (extent.scope.opensRecords || data.allSatisfy(\.isCase)) && holds(data)
        })
    }
    return .open(whole.doubts)
  }

  /// Makes found data smaller, as far as that can be done in a few rounds.
  ///
  /// Each round removes what the property does not need, and then asks the solver for other data
  /// with fewer parts; it ends when the solver names none.
  private func smallest(
    _ found: [GivenPeriod], as question: RuleQuestion, _ steps: FigureSteps,
    where holds: ([GivenPeriod]) -> Bool
  ) async throws -> [GivenPeriod] {
    var best = found.smallest(steps: steps, where: holds)
    for _ in 0..<Self.mostSmaller {
      let parts = best.map(\.parts).reduce(0, +)
      let text = question.text(withFewerPartsThan: parts, seconds: seconds)
      guard case .possible(let values) = try await answer(text) else { break }
      let other = question.given(values)
      guard holds(other) else { break }
      best = other.smallest(steps: steps, where: holds)
    }
    return best
  }

  /// Asks the solver a question, within its time limit.
  ///
  /// - Parameter question: The question, as text in SMT-LIB 2.
  private func answer(_ question: String) async throws -> SolverAnswer {
    try Task.checkCancellation()
    return try await solver.answer(question, seconds: seconds)
  }

  /// Returns the numbers of sessions per day to search with, in ascending order.
  private func counts(_ needs: SessionNeeds, _ periods: Int) -> [Int] {
    let all = needs.all(of: periods) ?? .max
    if all == 0 { return [0] }
    if let sessionsPerDay { return [sessionsPerDay] }
    let enough = min(Self.mostSessionsPerDay, needs.enough)
    return [min(needs.few, enough), enough, all <= Self.mostSessions / days.count ? all : 0]
      .reduce(into: []) { counts, count in if count > counts.last ?? 0 { counts.append(count) } }
  }
}

extension Outcome {
  /// The order of outcomes for a subject; a better outcome has a higher number.
  var rank: Int {
    switch self {
    case .fail: 0
    case .undetermined: 1
    case .pass: 2
    }
  }
}

extension [Rule] {
  /// The paths of leaves that not all of the rules have.
  fileprivate var ownLeaves: [RulePath] {
    let leaves = map { Set($0.leaves.map(\.leaf)) }
    let shared = leaves.dropFirst().reduce(leaves.first ?? []) { $0.intersection($1) }
    var paths: [RulePath] = []
    for placed in flatMap(\.leaves)
    where (count == 1 || !shared.contains(placed.leaf)) && !paths.contains(placed.path) {
      paths.append(placed.path)
    }
    return paths
  }
}
