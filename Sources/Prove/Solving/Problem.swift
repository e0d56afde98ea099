/// A problem for a solver: unknown whole numbers, and requirements on them.
final class Problem {
  private var bounds: [(least: Int128, most: Int128)] = []
  private var requirements: [Formula] = []
  /// The unknown that stands for each formula: 1 where the formula holds, and 0 where it does not.
  ///
  /// A formula that occurs twice has one such unknown.
  private var indicators: [Formula: LinearSum] = [:]

  /// The number of unknowns.
  var count: Int { bounds.count }

  /// Adds an unknown between two numbers.
  func unknown(_ least: Int128, _ most: Int128) -> LinearSum {
    bounds.append((least, most))
    return LinearSum(unknown: bounds.count - 1)
  }

  /// Adds an unknown that is 0 or 1.
  func choice() -> LinearSum { unknown(0, 1) }

  /// Returns the smallest and largest value of an expression within the bounds of its unknowns.
  func extremes(of sum: LinearSum) -> (least: Int128, most: Int128) {
    sum.factors.reduce((sum.constant, sum.constant)) { extremes, term in
      let bound = bounds[term.key]
      let ends = [bound.least * term.value, bound.most * term.value]
      return (extremes.0 + min(ends[0], ends[1]), extremes.1 + max(ends[0], ends[1]))
    }
  }

  func require(_ formula: Formula) {
    if formula != .holds(true) { requirements.append(formula) }
  }

  /// Returns an unknown that is 1 where a formula holds, and 0 where it does not.
  ///
  /// Counts use these numbers, because solvers handle sums well and counts of formulas badly.
  func indicator(of formula: Formula) -> LinearSum {
    if case .holds(let truth) = formula { return LinearSum(truth ? 1 : 0) }
    if let known = indicators[formula] { return known }
    let number = choice()
    indicators[formula] = number
    requirements.append(.all([number.isOne.implies(formula), formula.implies(number.isOne)]))
    return number
  }

  /// Returns the problem with a question as SMT-LIB text; see SMT-LIB 2.6, sections 3.6 and 4.2.
  func text(asking question: Formula, seconds: Int) -> String {
    var lines = ["(set-option :timeout \(seconds * 1000))"]
    for (number, bound) in bounds.enumerated() {
      lines.append("(declare-const x\(number) Int)")
      lines.append("(assert (<= \(bound.least.smt) x\(number) \(bound.most.smt)))")
    }
    lines += (requirements + [question]).map { "(assert \($0.smt))" }
    lines.append("(check-sat)")
    if !bounds.isEmpty {
      lines.append("(get-value (\(bounds.indices.map { "x\($0)" }.joined(separator: " "))))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Int128 {
  fileprivate var smt: String { self < 0 ? "(- \(magnitude))" : "\(self)" }
}

extension LinearSum {
  /// The SMT-LIB text of the expression without its constant.
  fileprivate var smt: String {
    let terms = factors.sorted { $0.key < $1.key }.map { unknown, factor in
      factor == 1 ? "x\(unknown)" : "(* \(factor.smt) x\(unknown))"
    }
    return terms.count == 1 ? terms[0] : "(+ \(terms.joined(separator: " ")))"
  }
}

extension Formula {
  fileprivate var smt: String {
    func list(_ word: String, _ parts: [Formula]) -> String {
      "(\(word) \(parts.map(\.smt).joined(separator: " ")))"
    }
    return switch self {
    case .holds(let truth): truth ? "true" : "false"
    case .notNegative(let sum): "(>= \(sum.smt) \((-sum.constant).smt))"
    case .every(let parts): list("and", parts)
    case .some(let parts): list("or", parts)
    case .negation(let part): "(not \(part.smt))"
    }
  }
}
