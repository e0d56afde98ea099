import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

struct StrengthSignTests {
  private static let monday = CivilDay(ordinal: 20_332)
  private static let squat = Lift(
    Exercise(id: "squat", name: "Squat", isCompound: true), named: "Squat")
  private static let chest = Landmark(
    name: "chest", muscles: ["chest"], maintenance: 8, leastEffective: 10, mostAdaptive: 12...20,
    mostRecoverable: 22, source: "test")

  /// Weeks with so many hard sets, so many of them for the chest.
  private func weeks(
    _ sets: [Int], chest: [Int]? = nil, volumes: [Int]? = nil
  ) -> [StrengthWeek] {
    sets.indices.map { index in
      var figures = StrengthFigures()
      (figures.hardSets, figures.sessions) = (sets[index], sets[index] > 0 ? 1 : 0)
      figures.volume = Quantity(volumes?[index] ?? 0)
      return StrengthWeek(
        monday: Self.monday.advanced(by: 7 * index), isComplete: true, figures: figures,
        landmarkSets: chest.map {
          [LandmarkSets(landmark: Self.chest, sets: Quantity($0[index]))]
        } ?? [])
    }
  }

  private func signs(_ weeks: [StrengthWeek], lifts: [LiftHistory] = []) -> [StrengthSign] {
    strengthSigns(of: StrengthHistory(formula: .epley, weeks: weeks, lifts: lifts))
  }

  private func codes(chest: [Int]) -> [StrengthSign.Code] {
    signs(weeks(chest.map { _ in 20 }, chest: chest)).map(\.code)
  }

  @Test func `a muscle is under-stimulated after two weeks below the least`() throws {
    #expect(codes(chest: [9, 10]) == [])
    #expect(codes(chest: [9]) == [])
    #expect(codes(chest: [12, 9, 8]) == [.underStimulated])
    #expect(codes(chest: [12, 0, 0]) == [.untrained])
    let sign = try #require(signs(weeks([20, 20, 20], chest: [12, 9, 8])).first)
    #expect(sign.subject == "chest")
    #expect(sign.weeks.map { Self.monday.distance(to: $0) } == [7, 14])
    #expect(sign.figures == [.sets: [Quantity(9), Quantity(8)], .bound: [Quantity(10)]])
  }

  @Test func `sets that are not hard are no hard set, and no sets are none`() {
    var easy = weeks([20, 20], chest: [0, 0])
    easy[1].landmarkSets[0].isWorked = true
    #expect(signs(easy).map(\.code) == [.noHardSet])
    // One of them may have been the chest's.
    for index in 0...1 {
      var unmatched = weeks([20, 20], chest: [0, 0])
      unmatched[index].unmatchedSets = 1
      #expect(signs(unmatched).map(\.code) == [.noHardSet])
      unmatched[index].unmatchedHardSets = 1
      #expect(signs(unmatched).map(\.code) == [.underStimulated])
      unmatched[index].unmatchedHardSets = 10
      #expect(signs(unmatched) == [])
    }
  }

  @Test func `a muscle is over its maximum after one week, over the useful after three`() {
    #expect(codes(chest: [12, 22]) == [])
    #expect(codes(chest: [12, 23]) == [.overMaximum])
    #expect(codes(chest: [21, 21]) == [])
    #expect(codes(chest: [21, 21, 21]) == [.overUseful])
    #expect(codes(chest: [21, 20, 21]) == [])
  }

  @Test func `an incomplete week is not judged`() {
    var weeks = weeks([20, 20], chest: [9, 9])
    weeks[1].isComplete = false
    #expect(signs(weeks).isEmpty)
  }

  @Test func `a light week has at most six tenths of the three trained ones before`() {
    #expect(signs(weeks([20, 20, 20, 13])).isEmpty)
    let light = signs(weeks([20, 20, 20, 12]))
    #expect(light.map(\.code) == [.deloadTaken])
    #expect(light.first?.figures == [.sets: [Quantity(12)], .meanBefore: [Quantity(20)]])
    // Two weeks before are not enough.
    #expect(signs(weeks([20, 20, 5])).isEmpty)
  }

  @Test func `a week is light by its loads, too`() {
    func light(_ kilograms: [Int]) -> StrengthSign? {
      signs(weeks([20, 20, 20, 20]), lifts: [sessions(kilograms, every: 7)]).first
    }
    #expect(light([200, 200, 200, 161]) == nil)
    #expect(light([200, 200, 200, 160])?.code == .deloadTaken)
    #expect(light([200, 200, 200, 160])?.figures[.loadPercent] == [Quantity(80)])
    let back = weeks([20, 20, 20, 0, 20])
    #expect(
      signs(back, lifts: [sessions([200, 200, 200, 100, 100], every: 7)]).map(\.code) == [.layoff])
    // 140 by 200, 200 and 160, whose mean is 186.667.
    #expect(light([200, 200, 160, 140])?.figures[.loadPercent] == [Quantity(75)])
  }

  @Test func `weeks without a session are a layoff, not a light week`() {
    let pause = signs(weeks([20, 20, 20, 0, 0, 14]))
    #expect(pause.map(\.code) == [.layoff])
    #expect(pause.first?.weeks.map { Self.monday.distance(to: $0) } == [21, 28])
  }

  @Test func `a spike has half as many sets again as the four weeks before`() {
    #expect(signs(weeks([20, 20, 20, 20, 29])).isEmpty)
    let spike = signs(weeks([20, 20, 20, 20, 30]))
    #expect(spike.map(\.code) == [.spike])
    #expect(spike.first?.figures == [.sets: [Quantity(30)], .meanBefore: [Quantity(20)]])
    // Whoever comes back after a pause does more than in the pause.
    #expect(signs(weeks([20, 20, 20, 20, 0, 0, 18, 18, 18])).map(\.code) == [.layoff])
    // Nothing before, nothing to compare with.
    #expect(signs(weeks([0, 0, 0, 0, 30])).map(\.code) == [.layoff])
  }

  private func sessions(_ kilograms: [Int], every days: Int) -> LiftHistory {
    LiftHistory(
      lift: Self.squat,
      sessions: kilograms.enumerated().map { index, best in
        var figures = StrengthFigures()
        figures.bestEstimate = Quantity(best)
        return LiftSession(day: Self.monday.advanced(by: index * days), figures: figures)
      })
  }

  @Test func `a lift that is not half a percent better than four weeks before is on a plateau`() {
    let eight = weeks(Array(repeating: 20, count: 8))
    func codes(_ kilograms: [Int]) -> [StrengthSign.Code] {
      signs(eight, lifts: [sessions(kilograms, every: 7)]).map(\.code)
    }
    #expect(codes([196, 198, 199, 200, 200, 201, 200, 200]) == [.plateau])
    #expect(codes([196, 198, 199, 200, 200, 202, 200, 200]) == [])
    // What was lost is not "no progress".
    #expect(codes([196, 198, 199, 200, 197, 197, 197, 197]) == [.plateau])
    #expect(codes([196, 198, 199, 200, 196, 196, 196, 196]) == [.decline])
    // Three sessions in the last four weeks are not enough.
    #expect(codes([196, 198, 199, 200, 200, 200, 200]) == [])
    let sign = signs(eight, lifts: [sessions([196, 198, 199, 200, 200, 201, 200, 200], every: 7)])
      .first
    #expect(sign?.figures == [.best: [Quantity(201)], .bestBefore: [Quantity(200)]])
    #expect(sign?.weeks.count == 8)
  }

  @Test func `a light week is due for two reasons after six weeks`() throws {
    let falling = sessions([200, 200, 200, 196, 196, 196], every: 7)
    let volumes = [100, 100, 100, 100, 110, 120]
    let due = signs(weeks([20, 20, 20, 20, 20, 20], volumes: volumes), lifts: [falling])
    let sign = try #require(due.first { $0.code == .deloadDue })
    #expect(
      sign.figures == [
        .weeksSince: [Quantity(6)], .liftsDown: [Quantity(1)], .liftsCompared: [Quantity(1)],
        .volumePercent: [Quantity(120)],
      ])
    #expect(sign.weeks.count == 6)
    // One reason, or a week too few, or a light one between.
    #expect(signs(weeks([20, 20, 20, 20, 20, 20]), lifts: [falling]).isEmpty)
    let five = sessions([200, 200, 196, 196, 196], every: 7)
    #expect(
      signs(weeks([20, 20, 20, 20, 20], volumes: Array(volumes.dropFirst())), lifts: [five])
        .isEmpty)
    #expect(
      signs(weeks([20, 20, 20, 12, 20, 20], volumes: volumes), lifts: [falling]).map(\.code)
        == [.deloadTaken])
  }

  @Test func `effort that rises at the same load is a reason`() throws {
    // 160 kg, five times, once a week: half a point heavier in the last three weeks.
    let sets = [80, 80, 80, 85, 85, 85].enumerated().map { index, tenths in
      LiftedSet(
        day: Self.monday.advanced(by: 7 * index), session: index, lift: Self.squat,
        set: StrengthSet(
          exercise: "Squat", repetitions: 5, load: StrengthLoad(Quantity(160)),
          effort: .perceived(tenths: tenths)),
        mass: .known(Quantity(160)), estimate: Quantity(200))
    }
    let volumes = [100, 100, 100, 100, 110, 120]
    let history = StrengthHistory(
      formula: .epley, recentRatedSets: sets,
      weeks: weeks([20, 20, 20, 20, 20, 20], volumes: volumes))
    let sign = try #require(strengthSigns(of: history).first)
    #expect(sign.code == .deloadDue)
    #expect(sign.figures[.effortRise] == [Quantity(microUnits: 500_000)])
  }
}
