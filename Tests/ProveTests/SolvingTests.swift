import Testing

@testable import DaymarkProve

struct SolvingTests {
  @Test func `a problem is written in SMT-LIB`() {
    let problem = Problem()
    let (steps, most) = (problem.unknown(0, 99), problem.unknown(-5, 5))
    let isEnough = problem.indicator(of: steps * 2 - most >= 7)
    #expect(
      problem.text(asking: .any([isEnough.isOne, most <= -3]), seconds: 4) == """
        (set-option :timeout 4000)
        (declare-const x0 Int)
        (assert (<= 0 x0 99))
        (declare-const x1 Int)
        (assert (<= (- 5) x1 5))
        (declare-const x2 Int)
        (assert (<= 0 x2 1))
        (assert (and (or (not (>= x2 1)) (>= (+ (* 2 x0) (* (- 1) x1)) 7)) (or (not (>= (+ (* 2 x0) (* (- 1) x1)) 7)) (>= x2 1))))
        (assert (or (>= x2 1) (>= (* (- 1) x1) 3)))
        (check-sat)
        (get-value (x0 x1 x2))

        """)
  }

  @Test func `an answer is read with its values`() {
    #expect(SolverAnswer("sat\n((x0 5)\n (x1 (- 3))\n (x2 0))\n") == .possible([5, -3, 0]))
    #expect(SolverAnswer("unsat\n(error \"model is not available\")\n") == .impossible)
    #expect(SolverAnswer("unknown\n") == .unknown)
    #expect(SolverAnswer("timeout\n") == .unknown)
    #expect(SolverAnswer("") == .unknown)
  }

  @Test func `what is known of numbers folds formulas`() {
    let number = LinearSum(unknown: 0)
    #expect((number - number >= 1) == .holds(false))
    #expect(Formula.all([number.isOne, .holds(true)]) == number.isOne)
    #expect(Formula.any([number.isOne, .holds(true)]) == .holds(true))
    #expect(!(!number.isOne) == number.isOne)
  }
}
