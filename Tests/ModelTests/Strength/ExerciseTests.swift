import DaymarkModel
import Testing

struct ExerciseTests {
  private func shares(_ primary: [String], _ secondary: [String]) -> [Int] {
    Exercise(id: "x", name: "x", primaryMuscles: primary, secondaryMuscles: secondary)
      .shares.map(\.perMille)
  }

  @Test func `the effort is divided two to one between muscles`() {
    #expect(shares(["chest"], ["shoulders", "triceps"]) == [500, 250, 250])
    // 2/3 and 1/3: the larger remainder takes what is left.
    #expect(shares(["biceps"], ["forearms"]) == [667, 333])
    // 2/5 and thrice 1/5.
    #expect(shares(["lats"], ["a", "b", "c"]) == [400, 200, 200, 200])
    // 285.7 and five times 142.9: five are left over, for the largest remainders.
    #expect(shares(["a"], ["b", "c", "d", "e", "f"]) == [285, 143, 143, 143, 143, 143])
    #expect(shares(["abdominals"], []) == [1000])
    #expect(shares([], []) == [])
  }

  @Test func `shares of any exercise sum to a thousand`() {
    for primary in 1...4 {
      for secondary in 0...12 {
        let muscles = (0..<secondary).map { "s\($0)" }
        #expect(shares((0..<primary).map { "p\($0)" }, muscles).reduce(0, +) == 1000)
      }
    }
  }
}
