import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// Two exports of one person never add up: in time that the newer has samples for, it speaks.
struct SeveralExportsTests {
  private let newer = inputFacts("new", exported: at("2025-09-21T00:00:00Z"), sources: [phone])
  private let older = inputFacts("old", exported: at("2025-09-20T00:00:00Z"), sources: [phone])

  /// A record of so many steps between two times of 1 September 2025.
  private func steps(_ value: Int, _ start: String, _ end: String) -> Record {
    record(
      value: "\(value)", start: .at(at("2025-09-01T\(start)Z")), end: .at(at("2025-09-01T\(end)Z")))
  }

  /// What counts, in the order of time, and how often each code set something aside.
  private func counted(
    _ new: [Record], _ old: [Record], newer: InputFacts? = nil, older: InputFacts? = nil
  ) -> (values: [Int], rejected: [FindingCode: Int]) {
    let inputs = [
      Input(records: new, facts: newer ?? self.newer),
      Input(records: old, facts: older ?? self.older),
    ]
    let sets = [inputs, inputs.reversed()].map { normalise($0) }
    let values = sets.map { set in set.ordered().map { Int($0.value.microUnits / 1_000_000) } }
    #expect(values[0] == values[1])
    return (
      values[0], sets[0].rejected.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    )
  }

  @Test func `samples that a phone condensed since stand in for the old ones`() {
    let minutes = (0..<6).map { steps(10, "08:\($0)0:00", "08:\($0)5:00") }
    let hour = [steps(60, "08:00:00", "09:00:00")]
    let result = counted(hour, minutes)
    #expect(result.values == [60] && result.rejected == [.sampleOutdated: 6])
    #expect(counted(minutes, hour).values == Array(repeating: 10, count: 6))
  }

  @Test func `one of the older counts whole where it meets none of the newer`() {
    let result = counted(
      [steps(5, "10:00:00", "11:00:00"), steps(6, "12:00:00", "12:00:00")],
      [
        // These touch at an end, and so they count.
        steps(1, "09:00:00", "10:00:00"), steps(2, "11:00:00", "11:30:00"),
        // An instant meets what touches it, and a part that is met takes all with it.
        steps(3, "11:30:00", "12:00:00"), steps(4, "12:00:00", "13:00:00"),
        steps(7, "10:59:00", "11:20:00"), steps(8, "10:00:00", "10:00:00"),
      ])
    #expect(result.values == [1, 5, 2, 6])
    #expect(result.rejected == [.sampleOutdated: 4])
  }

  @Test func `what both have is a duplicate, and the newer one's counts`() {
    let both = [steps(5, "10:00:00", "11:00:00"), steps(6, "11:00:00", "12:00:00")]
    let result = counted(both, both + [steps(9, "10:10:00", "10:20:00")])
    #expect(result.values == [5, 6])
    #expect(result.rejected == [.sampleDuplicate: 2, .sampleOutdated: 1])
  }

  @Test func `within one export overlaps of a source still add up`() {
    let result = counted([steps(5, "10:00:00", "11:00:00"), steps(6, "10:30:00", "12:00:00")], [])
    #expect(result.values == [5, 6] && result.rejected == [:])
  }

  @Test func `another source of the older one counts on`() {
    var other = steps(7, "10:00:00", "11:00:00")
    other.source = 1
    let both = inputFacts("old", exported: at("2025-09-20T00:00:00Z"), sources: [phone, watch])
    let result = counted([steps(5, "10:00:00", "11:00:00")], [other], older: both)
    #expect(Set(result.values) == [5, 7])
  }

  /// A phone of a model, under a name of its own.
  private func model(_ name: String, _ hardware: String?) -> Source {
    Source(provider: phone.provider, name: name, deviceClass: .phone, hardware: hardware)
  }

  @Test(arguments: [("iPhone14,2", [5]), ("iPhone14,3", [5, 7]), (nil, [5, 7])])
  func `a phone that was given another name is one source`(hardware: String?, values: [Int]) {
    let new = inputFacts(
      "new", exported: at("2025-09-21T00:00:00Z"), sources: [model("Anna's", "iPhone14,2")])
    let old = inputFacts(
      "old", exported: at("2025-09-20T00:00:00Z"), sources: [model("iPhone", hardware)])
    let result = counted(
      [steps(5, "10:00:00", "11:00:00")], [steps(7, "10:30:00", "10:40:00")], newer: new, older: old
    )
    #expect(result.values.sorted() == values)
  }

  @Test func `two phones of one model that stand in one export are two sources`() {
    let two = [model("Anna's", "iPhone14,2"), model("iPhone", "iPhone14,2")]
    let new = inputFacts("new", exported: at("2025-09-21T00:00:00Z"), sources: two)
    let old = inputFacts("old", exported: at("2025-09-20T00:00:00Z"), sources: [two[1]])
    let result = counted(
      [steps(5, "10:00:00", "11:00:00")], [steps(7, "10:30:00", "10:40:00")], newer: new, older: old
    )
    #expect(Set(result.values) == [5, 7])
  }

  @Test func `the newest is told by its export date, then by its last sample, then by its digest`()
  {
    let (morning, evening) = (steps(1, "10:00:00", "11:00:00"), steps(2, "20:00:00", "20:10:00"))
    let overlap = steps(9, "10:30:00", "10:40:00")
    // Neither states a date, so the one with the later sample is newer.
    let undated = inputFacts("new", exported: nil, sources: [phone])
    var other = undated
    (other.name, other.digest) = ("old", Digest(of: Array("old".utf8)))
    #expect(
      counted([morning, evening], [overlap], newer: undated, older: other).values
        == [1, 2])
    #expect(
      counted([morning], [overlap, evening], newer: undated, older: other).values
        == [9, 2])
    // A date goes before a last sample.
    #expect(
      counted([morning], [overlap, evening]).values == [1, 2])
  }

  /// Of three, one that the second lost to the newest no longer stands in the way of the oldest.
  @Test func `of three the oldest counts where nothing that counts is met`() {
    let oldest = inputFacts("oldest", exported: at("2025-09-19T00:00:00Z"), sources: [phone])
    let set = normalise([
      Input(records: [steps(3, "11:00:00", "11:10:00")], facts: oldest),
      Input(records: [steps(2, "10:00:00", "12:00:00")], facts: older),
      Input(records: [steps(1, "10:00:00", "10:05:00")], facts: newer),
    ])
    #expect(set.ordered().map { Int($0.value.microUnits / 1_000_000) } == [1, 3])
  }

  /// A run of 1 September 2025 between two times, with a distance and perhaps a climb.
  private func run(
    _ start: String, _ end: String, meters: Int = 8000, climb: String? = nil, source: UInt16 = 0,
    kind: ActivityKind = .run
  ) -> ActivityRecord {
    ActivityRecord(
      kind: kind, source: source, start: .at(at("2025-09-01T\(start)Z")),
      end: .at(at("2025-09-01T\(end)Z")), distance: written("\(meters)", .meter),
      elevationGain: climb.map { written($0, .meter) })
  }

  /// The distances of the workouts that count, ascending, and how often each code set one aside.
  private func countedRuns(
    _ new: [ActivityRecord], _ old: [ActivityRecord], newer: InputFacts? = nil,
    older: InputFacts? = nil
  ) -> (meters: [Int], rejected: [FindingCode: Int]) {
    let inputs = [
      Input(activities: new, facts: newer ?? self.newer),
      Input(activities: old, facts: older ?? self.older),
    ]
    let sets = [inputs, inputs.reversed()].map { normalise($0) }
    let meters = sets.map { set in
      set.activities.map { Int(($0.values[.distanceMeters]?.microUnits ?? 0) / 1_000_000) }.sorted()
    }
    #expect(meters[0] == meters[1])
    return (
      meters[0], sets[0].rejected.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    )
  }

  @Test func `a workout of which the newer export says more is one workout`() {
    let updated = countedRuns(
      [run("18:00:00", "18:50:00", climb: "12")], [run("18:00:00", "18:50:00")])
    #expect(updated.meters == [8000] && updated.rejected == [.sampleOutdated: 1])
    let corrected = countedRuns(
      [run("18:00:00", "18:52:00", meters: 8300)], [run("18:00:00", "18:50:00", kind: .walk)])
    #expect(corrected.meters == [8300] && corrected.rejected == [.sampleOutdated: 1])
  }

  @Test func `a workout that both have is a duplicate, even where two overlap`() {
    let both = [
      run("18:00:00", "18:50:00", meters: 1), run("18:30:00", "19:00:00", meters: 2, kind: .walk),
    ]
    let result = countedRuns(both, both)
    #expect(result.meters == [1, 2] && result.rejected == [.sampleDuplicate: 2])
  }

  @Test func `a workout of the older export alone counts where it meets none of the newer`() {
    let result = countedRuns(
      [run("18:00:00", "18:50:00", meters: 1)],
      [run("17:00:00", "18:00:00", meters: 2), run("20:00:00", "20:10:00", meters: 3)])
    #expect(result.meters == [1, 2, 3] && result.rejected == [:])
    // That of another source is not the same one here.
    let both = inputFacts("old", exported: at("2025-09-20T00:00:00Z"), sources: [phone, watch])
    let other = countedRuns(
      [run("18:00:00", "18:50:00", meters: 1)], [run("18:00:00", "18:50:00", meters: 2, source: 1)],
      older: both)
    #expect(other.meters == [1, 2])
  }

  @Test func `exports never add up, however many recordings come before them`() {
    let recordings = (0..<2100).map { number in
      var facts = inputFacts("\(number).fit", exported: nil, sources: [tracker])
      facts.format = "fit"
      let pulse = record(
        .heartRate, unit: .known(.countPerMinute), value: "60",
        start: .at(at("2025-08-01T08:00:00Z").advanced(byMilliseconds: Int64(number) * 1000)),
        end: .missing)
      return Input(records: [pulse], facts: facts)
    }
    let exports = [
      Input(records: [steps(5, "10:00:00", "11:00:00")], facts: newer),
      Input(records: [steps(7, "10:00:01", "11:00:01")], facts: older),
    ]
    let set = normalise(recordings + exports)
    #expect(set.ordered().map { Int($0.value.microUnits / 1_000_000) } == [5])
    #expect(set.rejected.last == [.sampleOutdated: 1])
    #expect(set.ordered(.heartRate).count == 2100)
  }
}
