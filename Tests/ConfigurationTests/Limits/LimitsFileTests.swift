import DaymarkConfiguration
import DaymarkModel
import Testing

struct LimitsFileTests {
  @Test func `the shipped file is whole`() throws {
    let limits = try shippedLimits
    #expect(limits.identity.name == "daymark-limits")
    #expect(limits.identity.version == "1.7.0")
    for code in FlagCode.allCases {
      let limit = try #require(limits.limits[code], "\(code.rawValue)")
      #expect(!limit.source.isEmpty)
      let bounds = [limit.notedAbove, limit.flaggedAbove, limit.flaggedBelow]
      let hasRecords = code == .runningSpeed || code == .liftLoad
      #expect(bounds.contains { $0 != nil } != hasRecords, "\(code.rawValue)")
    }
    #expect(limits.runningRecords.first?.distanceMeters == Quantity(100))
    #expect(limits.runningRecords.last?.distanceMeters == Quantity(100_000))
    #expect(limits.recordMargin == Quantity(5))
    #expect(limits.liftMargin == Quantity(5))
  }

  @Test func `the lifts of the shipped records are in the table, for both sexes`() throws {
    let known = Set(try loadExercises(settledIn: nil).exercises.map(\.id))
    let records = Dictionary(grouping: try shippedLimits.liftRecords, by: \.exercise)
    #expect(records.count == 4)
    for (exercise, records) in records {
      #expect(known.contains(exercise), "\(exercise)")
      #expect(Set(records.map(\.sex)) == Set(Sex.allCases), "\(exercise)")
    }
  }

  @Test func `the shipped records grow with the weight of the body`() throws {
    let records = try shippedLimits.liftRecords
    func most(_ exercise: String, _ sex: Sex, _ kilograms: Quantity?) -> Quantity? {
      records.most(of: exercise, sex: sex, bodyWeight: kilograms)
    }
    let bench = "Barbell_Bench_Press_-_Medium_Grip"
    // Beyond all classes the heaviest of any weight counts.
    #expect(most(bench, .male, Quantity(75)) == Quantity(microUnits: 250_500_000))
    #expect(most(bench, .male, Quantity(140)) == Quantity(320))
    #expect(most(bench, .male, Quantity(141)) == Quantity(355))
    #expect(most(bench, .male, nil) == Quantity(355))
    #expect(most(bench, .female, Quantity(61)) == Quantity(155))
    // 353 kg and 15 % are 405.95; 287.5 kg and 5 % are 301.875; 212.5 kg and 5 % 223.125.
    #expect(most("Barbell_Squat", .male, Quantity(80)) == Quantity(406))
    #expect(most("Barbell_Deadlift", .male, Quantity(55)) == Quantity(302))
    #expect(most("Barbell_Deadlift", .female, Quantity(48)) == Quantity(223))
    // Nobody of the class has more than the lighter ones, 240 kg, and 5 % are 252.
    #expect(most("Barbell_Deadlift", .female, Quantity(58)) == Quantity(252))
    for (exercise, records) in Dictionary(grouping: records, by: \.exercise) {
      for sex in Sex.allCases {
        let classes = records.filter { $0.sex == sex && $0.bodyWeight != nil }
        let loads = classes.sorted { $0.bodyWeight ?? .zero < $1.bodyWeight ?? .zero }.map(\.load)
        #expect(loads.count >= 5, "\(exercise)")
        #expect(loads == loads.sorted(), "\(exercise)")
        #expect(loads.allSatisfy { $0 < most(exercise, sex, nil) ?? .zero }, "\(exercise)")
      }
    }
  }

  /// What the issue asks for by number.
  @Test func `the shipped bounds are the agreed ones`() throws {
    let limits = try shippedLimits.limits
    #expect(limits[.stepsPerMinute]?.notedAbove == Quantity(200))
    #expect(limits[.stepsPerMinute]?.flaggedAbove == Quantity(240))
    // A phone on its first day writes all the days before late.
    #expect(limits[.lateShare]?.flaggedAbove == nil)
    #expect(limits[.strideLength]?.flaggedBelow == Quantity(microUnits: 300_000))
    #expect(limits[.strideLength]?.flaggedAbove == Quantity(microUnits: 2_500_000))
    #expect(limits[.cyclingSpeed]?.flaggedAbove == Quantity(microUnits: 15_780_000))
    #expect(limits[.swimmingSpeed]?.flaggedAbove == Quantity(microUnits: 2_400_000))
    #expect(limits[.constantHeartRate]?.notedAbove == Quantity(10))
    #expect(limits[.flightsPerHour]?.notedAbove == Quantity(60))
    #expect(limits[.energyPerMinute]?.flaggedAbove == Quantity(20))
    #expect(limits[.sharedDays]?.notedAbove == Quantity(4))
    #expect(limits[.sharedDays]?.flaggedAbove == Quantity(9))
  }

  private static let small = """
    limits: own@2.1.0
    flags:
      run.speed:
        aboveRecord: 2.5 %
        source: somebody
        records:
          - {distance: 100 m, time: 9.58}
          - {distance: 800 m, time: 1:40.91}
          - {distance: 42195 m, time: 1:59:30}
      created.late: {notedAbove: 1 %, flaggedAbove: 50.25 %, source: somebody}

    """

  private func load(_ text: String) throws -> Limits {
    let files = try Files(["limits.yaml": text])
    return try loadLimits(at: "\(files.folder)/limits.yaml")
  }

  @Test func `times have seconds, minutes and hours`() throws {
    let limits = try load(Self.small)
    // 60 + 40.91; 3600 + 59 x 60 + 30.
    #expect(
      limits.runningRecords.map(\.seconds) == [
        Quantity(microUnits: 9_580_000), Quantity(microUnits: 100_910_000), Quantity(7170),
      ])
    #expect(limits.recordMargin == Quantity(microUnits: 2_500_000))
    #expect(limits.limits[.lateShare]?.flaggedAbove == Quantity(microUnits: 50_250_000))
    #expect(limits.limits[.stepsPerMinute] == nil)
  }

  /// The canonical JSON written by hand: keys sorted, quantities with their units.
  @Test func `the digest is of what the file says and not of its spelling`() throws {
    let canonical =
      #"{"flags":{"created.late":{"flaggedAbove":"50.25 %","notedAbove":"1 %","source":"somebody"},"#
      + #""run.speed":{"aboveRecord":"2.5 %","records":[{"distance":"100 m","time":"9.58 s"},"#
      + #"{"distance":"800 m","time":"100.91 s"},{"distance":"42195 m","time":"7170 s"}],"#
      + #""source":"somebody"}},"limits":"own@2.1.0"}"#
    let limits = try load(Self.small)
    #expect(limits.identity.digest == Digest(of: Array(canonical.utf8)))
    #expect(try load(Self.small.replacing("50.25 %", with: "50.250 %")) == limits)
  }

  @Test(arguments: [
    ("created.late", "created.lat", "10:3 config.unknown_key created.lat"),
    ("own@2.1.0", "own", "1:9 config.bad_value limits"),
    ("2.5 %", "2.5", "4:18 config.bad_value aboveRecord"),
    ("100 m, ", "0 m, ", "7:20 config.bad_value distance"),
    ("9.58", "9.58 s", "7:33 config.bad_value time"),
    ("1:40.91", "1:60.91", "8:33 config.bad_value time"),
    ("800 m", "90 m", "8:9 config.bad_value records"),
    ("1:40.91", "1:15.00", "8:9 config.bad_value records"),
    ("50.25 %", "50.25 m", "10:49 config.bad_value flaggedAbove"),
    ("notedAbove: 1 %", "notedAbove: 51 %", "10:30 config.bad_value notedAbove"),
    (
      "notedAbove: 1 %, flaggedAbove: 50.25 %, ", "",
      "10:17 config.missing_key notedAbove, flaggedAbove, flaggedBelow"
    ),
    (", source: somebody}", "}", "10:17 config.missing_key source"),
  ])
  func `an error stands at its place`(
    _ text: String, _ wrong: String, _ expected: String
  ) throws {
    let files = try Files(["limits.yaml": Self.small.replacing(text, with: wrong)])
    let errors = files.errors { _ = try loadLimits(at: $0 + "/limits.yaml") }
    #expect(errors == ["limits.yaml:\(expected)"])
  }

  @Test func `a pipeline may name limits of its own`() throws {
    let named = goodPipeline + "limits: own.yaml\n"
    let files = try Files([
      "pipeline.yaml": named, "rules.yaml": goodRule, "own.yaml": Self.small,
    ])
    #expect(try loadPipeline(at: files.folder).limits.identity.name == "own")
    #expect(try pipelineErrors(named) == ["pipeline.yaml:11:9 file.missing"])
    #expect(
      try pipelineErrors(named, ["own.yaml": Self.small.replacing("2.5 %", with: "2.5")])
        == ["own.yaml:4:18 config.bad_value aboveRecord"])
    let plain = try Files(["pipeline.yaml": goodPipeline, "rules.yaml": goodRule])
    #expect(try loadPipeline(at: plain.folder).limits == shippedLimits)
  }

  private static let lifts = """
    limits: own@2.1.0
    flags:
      lift.load:
        aboveRecord: 5 %
        source: somebody
        records:
          - {exercise: bench-press, sex: male, load: 355 kg}
          - {exercise: bench-press, sex: male, bodyWeight: 75 kg, load: 222.5 kg}

    """

  @Test func `records of lifts name any exercise, and a class by its weight`() throws {
    let limits = try load(Self.lifts)
    let bench = "Barbell_Bench_Press_-_Medium_Grip"
    #expect(
      limits.liftRecords == [
        LiftRecord(exercise: bench, sex: .male, load: Quantity(355)),
        LiftRecord(
          exercise: bench, sex: .male, bodyWeight: Quantity(75),
          load: Quantity(microUnits: 222_500_000)),
      ])
    #expect(limits.liftMargin == Quantity(5))
    #expect(limits.limits[.liftLoad]?.source == "somebody")
    // A record is a part of the limits, and of their digest.
    #expect(
      try load(Self.lifts.replacing("222.5", with: "223")).identity.digest != limits.identity.digest
    )
  }

  @Test(arguments: [
    (
      "exercise: bench-press, sex: male, load: 355 kg", "exercise: bensh, sex: male, load: 355 kg",
      "7:20 config.bad_value exercise"
    ),
    ("sex: male, load: 355 kg", "sex: other, load: 355 kg", "7:38 config.bad_value sex"),
    ("355 kg", "355", "7:50 config.bad_value load"),
    ("aboveRecord: 5 %", "aboveRecord: 5", "4:18 config.bad_value aboveRecord"),
  ])
  func `an error in a record of a lift stands at its place`(
    _ text: String, _ wrong: String, _ expected: String
  ) throws {
    let files = try Files(["limits.yaml": Self.lifts.replacing(text, with: wrong)])
    let errors = files.errors { _ = try loadLimits(at: $0 + "/limits.yaml") }
    #expect(errors == ["limits.yaml:\(expected)"])
  }
}
