/// What a solver says of a problem.
package enum SolverAnswer: Equatable, Sendable {
  /// Nothing is as asked.
  case impossible
  /// Unknowns that are as asked, in their order.
  case possible([Int128])
  /// It found neither in the time that it had.
  case unknown

  /// Reads what a solver of SMT-LIB 2 prints: `unsat`, or `sat` and the values, as `((x0 5) (x1 (- 3)))`.
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
