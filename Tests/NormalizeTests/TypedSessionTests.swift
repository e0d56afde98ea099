import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "What is typed in".
struct TypedSessionTests {
  private let health = Source(provider: "apple", name: "App", deviceClass: .app)
  private let device = Source(
    provider: "apple", name: "App", deviceClass: .app, hardware: "iPhone9,3")
  private let other = Source(provider: "apple", name: "Another App", deviceClass: .app)

  /// A run of half an hour from 8 on, as the Health app writes it.
  private func run(source: UInt16 = 0, isUserEntered: Bool = true) -> ActivityRecord {
    ActivityRecord(
      kind: .run, source: source, start: .at(at("2025-09-01T08:00:00Z")),
      end: .at(at("2025-09-01T08:30:00Z")), isUserEntered: isUserEntered)
  }

  private func walk(_ start: String, _ end: String, source: UInt16 = 0, _ value: String = "1")
    -> Record
  {
    record(
      source: source, value: value, start: .at(at("2025-09-01T\(start)Z")),
      end: .at(at("2025-09-01T\(end)Z")))
  }

  private func values(_ set: SampleSet) -> (counted: [Quantity], typed: [Quantity]) {
    var typed: [Quantity] = []
    set.manual[.steps]?.visit { typed.append($0.value) }
    return (set.ordered().map(\.value).sorted(), typed.sorted())
  }

  private func facts(_ name: String = "a") -> InputFacts {
    inputFacts(name, sources: [health, device, other])
  }

  @Test func `a record within a typed-in workout, bounds included, is typed in`() {
    let (counted, typed) = values(
      normalise([
        Input(
          records: [
            walk("08:00:00", "08:30:00", "1"), walk("08:00:00", "08:00:00", "2"),
            walk("08:30:00", "08:30:00", "3"), walk("07:59:59", "08:30:00", "4"),
            walk("08:00:00", "08:30:01", "5"),
          ], activities: [run()], facts: facts())
      ]))
    #expect(counted == [Quantity(4), Quantity(5)])
    #expect(typed == [Quantity(1), Quantity(2), Quantity(3)])
  }

  @Test func `one of a device, of another source or within a recorded workout is not`() {
    let records = [
      walk("08:00:00", "08:30:00", source: 1, "1"), walk("08:00:00", "08:30:00", source: 2, "2"),
    ]
    let typed = normalise([Input(records: records, activities: [run()], facts: facts())])
    #expect(values(typed).counted == [Quantity(1), Quantity(2)])
    let recorded = normalise([
      Input(
        records: [walk("08:00:00", "08:30:00")], activities: [run(isUserEntered: false)],
        facts: facts())
    ])
    #expect(values(recorded).counted == [Quantity(1)])
  }

  @Test func `a workout in another export tells it, too, in any order`() {
    // Each export names the sources of its own items alone.
    let record = Input(
      records: [walk("08:00:00", "08:30:00")], facts: inputFacts("a", sources: [health]))
    let workout = Input(activities: [run()], facts: inputFacts("b", sources: [device]))
    for inputs in [[record, workout], [workout, record]] {
      let set = normalise(inputs)
      #expect(values(set).counted.isEmpty)
      #expect(set.rejected.map { $0[.sampleManual] ?? 0 }.sorted() == [1, 1])
    }
  }

  @Test func `where typed-in values count it counts as one`() {
    let set = normalise(
      [Input(records: [walk("08:00:00", "08:30:00")], activities: [run()], facts: facts())],
      manualEntries: .include)
    #expect(set.ordered().map(\.isUserEntered) == [true])
  }

  @Test func `a tracker's own records state no device and are not typed in`() {
    let fitbit = Source(provider: .fitbit, name: "Fitbit", deviceClass: .tracker)
    let set = normalise([
      Input(
        records: [walk("08:00:00", "08:30:00")], activities: [run()],
        facts: inputFacts(sources: [fitbit]))
    ])
    #expect(set.ordered().count == 1)
  }
}
