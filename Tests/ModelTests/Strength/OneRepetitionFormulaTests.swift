import Testing

@testable import DaymarkModel

struct OneRepetitionFormulaTests {
  private static let load = Quantity(100)
  private static let toTheLimit = Effort.perceived(tenths: 100)

  /// Of 100 kg, in grams, in the order of the formulas; the last by effort, of a set that could not have
  /// gone on.
  @Test(arguments: [
    (3, [110_000, 105_882, 107_197, 111_612, 113_990, 107_500, 108_980, 108_527]),
    (5, [116_667, 112_500, 113_709, 117_462, 119_011, 112_500, 116_583, 115_573]),
    (10, [133_333, 133_333, 134_070, 125_893, 130_934, 125_000, 134_747, 136_401]),
    (20, [166_667, 211_765, 208_876, 134_928, 151_178, 150_000, 164_462, 200_000]),
  ])
  func `estimates are the published ones`(repetitions: Int, grams: [Int64]) {
    let estimates = OneRepetitionFormula.allCases.map {
      $0.unlimitedEstimate(load: Self.load, repetitions: repetitions, effort: Self.toTheLimit)
    }
    #expect(estimates == grams.map { Quantity(microUnits: $0 * 1000) })
  }

  @Test(arguments: OneRepetitionFormula.allCases)
  func `a single at the limit is the maximum itself`(formula: OneRepetitionFormula) {
    #expect(
      formula.estimate(load: Self.load, repetitions: 1, effort: Self.toTheLimit) == Self.load)
  }

  @Test(arguments: OneRepetitionFormula.allCases)
  func `nothing is estimated of more than twelve repetitions`(formula: OneRepetitionFormula) {
    func estimate(_ repetitions: Int, _ load: Quantity = Self.load) -> Quantity? {
      formula.estimate(load: load, repetitions: repetitions, effort: Self.toTheLimit)
    }
    #expect(estimate(12) != nil)
    #expect(estimate(13) == nil)
    #expect(estimate(0) == nil)
    #expect(estimate(-1) == nil)
    #expect(estimate(5, .zero) == nil)
  }

  @Test func `the form by effort needs one, and takes half points`() {
    func estimate(_ effort: Effort?) -> Quantity? {
      OneRepetitionFormula.rpe.estimate(load: Self.load, repetitions: 3, effort: effort)
    }
    #expect(estimate(nil) == nil)
    // 1.5 in reserve and 2 further repetitions: 97.0955 - 2.64249 x 3.5 = 87.846785 %.
    #expect(estimate(.perceived(tenths: 85)) == Quantity(microUnits: 113_835_000))
    #expect(estimate(.reserve(tenths: 15)) == estimate(.perceived(tenths: 85)))
  }

  @Test func `the greatest load that a log may state does not overflow`() {
    for formula in OneRepetitionFormula.allCases {
      #expect(
        formula.estimate(load: StrengthLoad.greatest, repetitions: 12, effort: Self.toTheLimit)
          != nil)
    }
  }
}
