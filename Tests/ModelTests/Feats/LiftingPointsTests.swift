import DaymarkModel
import Testing

/// The expected values were worked out with 40 decimals, apart from the first of each formula, which
/// OpenPowerlifting's tests have.
struct LiftingPointsTests {
  private func points(
    _ load: Int, at grams: Int64, _ sex: Sex, _ contest: LiftingContest? = nil
  ) -> LiftingPoints {
    LiftingPoints(
      load: Quantity(load), bodyWeight: Quantity(microUnits: grams * 1000), sex: sex,
      contest: contest)
  }

  @Test func `DOTS and Wilks are those of the published formulas`() {
    let man = points(1000, at: 100_000, .male)
    #expect(man.dots?.description == "615.52")
    #expect(man.wilks?.description == "608.59")
    #expect(man.wilks2020?.description == "729.36")
    let woman = points(500, at: 60_000, .female)
    #expect(woman.dots?.description == "554.27")
    #expect(woman.wilks?.description == "557.44")
    #expect(woman.wilks2020?.description == "659.52")
  }

  @Test func `beyond the weights that a formula is made for, the nearest one counts`() {
    let heavy = points(300, at: 230_000, .male)
    #expect(heavy.dots?.description == "148.69")
    #expect(heavy.wilks?.description == "159.45")
    #expect(heavy.wilks2020?.description == "183.65")
    let light = points(80, at: 30_000, .female)
    #expect(light.dots?.description == "118.78")
    #expect(light.wilks?.description == "132.89")
  }

  @Test func `points of the federation are those of its contests`() {
    typealias Case = (Int, Int64, Sex, LiftingContest, String)
    let cases: [Case] = [
      (1035, 92_040, .male, LiftingContest(.total, .equipped), "112.85"),
      (700, 93_000, .male, LiftingContest(.total), "91.57"),
      (400, 57_000, .female, LiftingContest(.total), "93.83"),
      (450, 57_000, .female, LiftingContest(.total, .equipped), "86.26"),
      (120, 82_500, .male, LiftingContest(.bench), "60.46"),
      (70, 61_500, .female, LiftingContest(.bench), "59.23"),
      (250, 93_000, .male, LiftingContest(.bench, .equipped), "82.69"),
      (120, 63_000, .female, LiftingContest(.bench, .equipped), "72.42"),
    ]
    for (load, weight, sex, contest, expected) in cases {
      #expect(points(load, at: weight, sex, contest).ipfGL?.description == expected)
    }
  }

  @Test func `there are none without a contest, and none below 35 kg`() {
    #expect(points(100, at: 80_000, .male).ipfGL == nil)
    #expect(points(100, at: 34_999, .male, LiftingContest(.bench)).ipfGL == nil)
    #expect(points(100, at: 35_000, .male, LiftingContest(.bench)).ipfGL != nil)
  }
}
