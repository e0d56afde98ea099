import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

struct OpenWeightTests {
  private static let zone = Zone.named("Europe/Berlin")

  private func read(_ document: JSONValue) throws -> [StrengthSession] {
    let folder = try ScratchFolder()
    let path = try folder.write(document.canonicalBytes(), to: "log.json")
    return try aggregateArchives(
      [path], zone: Self.zone, asOf: Instant(seconds: 1_800_000_000)
    ).aggregates.strength
  }

  @Test(arguments: 0..<20)
  func `sessions that are written and read again are the same`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let sessions = (0..<6).map { StrengthSession.random(onDay: 20_332 + 3 * $0, by: &random) }
    let document = openWeightDocument(of: sessions, zone: Self.zone)
    let again = try read(document)
    #expect(openWeightDocument(of: again, zone: Self.zone) == document)
    #expect(again.map(\.comparable) == sessions.map(\.comparable))
  }
}

extension StrengthSession {
  /// Without what a reader numbers itself.
  fileprivate var comparable: StrengthSession {
    StrengthSession(day: day, start: start, end: end, bodyWeight: bodyWeight, sets: Array(sets))
  }

  /// A session of some sets, whose ordinals count each exercise.
  fileprivate static func random(onDay day: Int32, by random: inout SplitMix64) -> StrengthSession {
    let day = CivilDay(ordinal: day)
    // Between 8 and 20 hours of the day, in whole seconds, in Berlin or anywhere.
    let start = Instant(
      seconds: Int64(day.ordinal) * 86_400 + Int64(random.number(in: 28_800...72_000)))
    let isTimed = random.number(in: 0...1) == 1
    let length = Int64(random.number(in: 60...7200))
    var counts: [String: Int] = [:]
    let sets = (0..<random.number(in: 1...8)).map { _ in
      var set = StrengthSet.random(by: &random)
      counts[set.exercise ?? "", default: 0] += 1
      set.ordinal = counts[set.exercise ?? ""] ?? 0
      return set
    }
    return StrengthSession(
      day: day, start: isTimed ? start : nil,
      end: isTimed ? Instant(seconds: start.secondsSince1970 + length) : nil,
      bodyWeight: .random(tenths: 300...2000, by: &random), sets: sets)
  }
}

extension StrengthSet {
  fileprivate static func random(by random: inout SplitMix64) -> StrengthSet {
    func some<Value>(_ value: Value) -> Value? { random.number(in: 0...1) == 1 ? value : nil }
    let names = ["Squat (Barbell)", "Жим лёжа", "Pull-Up, \"wide\"", "Plank"]
    let mass = Quantity(microUnits: Int64(random.number(in: 1...500_000)) * 1000)
    let meaning = LoadMeaning.allCases.one(by: &random)
    let effort =
      random.number(in: 0...1) == 1
      ? Effort.perceived(tenths: 5 * random.number(in: 2...20))
      : Effort.reserve(tenths: 10 * random.number(in: 0...9))
    return StrengthSet(
      exercise: names.one(by: &random),
      kind: SetKind.allCases.one(by: &random),
      side: some(BodySide.allCases.one(by: &random)),
      repetitions: random.number(in: 1...40), load: some(StrengthLoad(mass, meaning)),
      distance: some(Quantity(random.number(in: 1...400))),
      duration: some(Quantity(random.number(in: 1...600))), effort: some(effort),
      rest: some(Quantity(random.number(in: 1...400))),
      tempo: Tempo(["3-1-X-0", "2010"].one(by: &random)))
  }
}

extension Quantity {
  fileprivate static func random(
    tenths: ClosedRange<Int>, by random: inout SplitMix64
  ) -> Quantity? {
    random.number(in: 0...1) == 1
      ? Quantity(microUnits: Int64(random.number(in: tenths)) * 100_000) : nil
  }
}

extension Array {
  /// One of the elements.
  fileprivate func one(by random: inout SplitMix64) -> Element {
    self[random.number(in: 0...count - 1)]
  }
}
