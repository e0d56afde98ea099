import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// The order of records and inputs, and how records are spread over inputs, change nothing.
@Suite struct InvarianceTests {
  @Test(arguments: 0..<200)
  func orderAndSplittingChangeNothing(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let sources = [
      Source(provider: "apple", name: "A\u{A0}Watch", deviceClass: .app), phone, watch,
      Source(provider: "apple", name: "A Watch", deviceClass: .watch),
    ]
    let records = (0..<300).map { randomRecord(&random, byte: $0 * 200) }
    let activities = (0..<10).map { randomActivity(&random, byte: 60_000 + $0 * 200) }
    let all = Input(
      records: records, activities: activities,
      facts: inputFacts(votes: ["Europe/Berlin": 4, "Europe/Paris": 6], sources: sources))
    let expected = summary(normalise([all], manualEntries: seed % 2 == 0 ? .exclude : .include))

    var shuffled = all
    shuffled.records.shuffle(using: &random)
    shuffled.activities.shuffle(using: &random)
    #expect(
      summary(normalise([shuffled], manualEntries: seed % 2 == 0 ? .exclude : .include))
        == expected)

    let cut = Int.random(in: 0...300, using: &random)
    let halves = [
      Input(
        records: Array(shuffled.records.prefix(cut)), activities: Array(activities.prefix(4)),
        facts: inputFacts("one", votes: ["Europe/Berlin": 4], sources: sources)),
      Input(
        records: Array(shuffled.records.dropFirst(cut)),
        activities: Array(activities.dropFirst(4)),
        facts: inputFacts("two", votes: ["Europe/Paris": 6], sources: sources)),
    ]
    for inputs in [halves, halves.reversed()] {
      let split = normalise(inputs, manualEntries: seed % 2 == 0 ? .exclude : .include)
      #expect(summary(split) == expected)
    }
  }

  /// All that must not change: everything but what is said of each input.
  private func summary(_ set: SampleSet) -> [String] {
    var lines = ["\(set.zone) \(String(describing: set.dataEnd))", "\(set.sources)"]
    for (name, lists) in [("accepted", set.samples), ("manual", set.manual)] {
      for (metric, list) in lists.sorted(by: { $0.key < $1.key }) {
        list.visitInOrder {
          lines.append(
            "\(name) \(metric.id) \($0.start) \($0.end) \($0.value) \($0.source) \($0.created) "
              + "\($0.isUserEntered)")
        }
      }
    }
    lines += set.activities.map { "\($0.kind) \($0.start) \($0.end) \($0.source)" }.sorted()
    var rejected: [FindingCode: Int] = [:]
    for counts in set.rejected { rejected.merge(counts, uniquingKeysWith: +) }
    return lines + rejected.map { "\($0.key.text) \($0.value)" }.sorted()
  }

  /// From few values, so that there are many duplicates and some of every reject.
  private func randomRecord(_ random: inout SeededGenerator, byte: Int) -> Record {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    let start = clock(Int.random(in: 0..<4, using: &random))
    let isHeartRate = pick([true, false])
    return record(
      isHeartRate ? .heartRate : .steps, source: UInt16(pick([0, 1, 2, 3])),
      unit: pick([
        .known(isHeartRate ? .beatsPerMinute : .count), .known(.count), .missing,
      ]),
      value: pick(["60", "61", "70", "-1", "x", "1000"]),
      start: pick([.at(start), .at(start), .at(start), .missing]),
      end: pick([.missing, .at(clock(2)), .at(clock(5)), .at(at("2025-12-01T00:00:00Z"))]),
      created: pick([.missing, .at(clock(6)), .at(clock(7))]), isUserEntered: pick([true, false]),
      isNested: pick([false, false, false, true]), byte: byte)
  }

  private func randomActivity(_ random: inout SeededGenerator, byte: Int) -> ActivityRecord {
    ActivityRecord(
      kind: Bool.random(using: &random) ? .run : .walk,
      source: UInt16.random(in: 0..<4, using: &random), start: .at(clock(1)), end: .at(clock(2)),
      isUserEntered: Bool.random(using: &random), line: byte + 1, byte: byte)
  }

  private func clock(_ hour: Int) -> Instant { at("2025-09-01T0\(hour):00:00Z") }
}
