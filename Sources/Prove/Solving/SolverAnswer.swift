/// The answer of a solver to a problem.
package enum SolverAnswer: Equatable, Sendable {
  /// No values satisfy the question.
  case impossible
  /// The values of the unknowns that satisfy the question, in the order of the unknowns.
  case possible([Int128])
  /// The solver found no answer within its time.
  case unknown

  /// Reads the output of an SMT-LIB 2 solver: `unsat`, or `sat` and the values, for example `((x0
  /// 5) (x1 (- 3)))`.
  package init(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    switch lines.first?.trimmingPrefix(while: \.isWhitespace) {
    case "unsat": self = .impossible
    case "sat":
      let values = (lines.count > 1 ? String(lines[1]) : "").matches(
        of: #/\(x(\d+)\s+(?:(\d+)|\(-\s+(\d+)\))\)/#
      ).map { match in
        Int128(match.output.2 ?? "") ?? match.output.3.flatMap { Int128($0) }.map { -$0 } ?? 0
      }
      self = .possible(values)
    default: self = .unknown
    }
  }
}
