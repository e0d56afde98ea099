import DaymarkModel
import DaymarkTestSupport

@testable import DaymarkIngest

/// All that documents of Fitbit give, as text that can be compared.
struct FitbitReading: Equatable {
  /// `metric start seconds value` in canonical units, `wall` behind those of a wall clock; ascending.
  var records: [String] = []
  var totals: [String] = []
  var activities: [ActivityRecord] = []
  var clocks: [RecordClock] = []
  var facts: InputFacts

  init(of path: String, chunkBytes: Int = 1 << 16) throws {
    var (records, totals) = ([String](), [String]())
    var (activities, clocks) = ([ActivityRecord](), [RecordClock]())
    facts = try readInput(at: path, options: ReadOptions(chunkBytes: chunkBytes)) { batch in
      let clock = batch.clock == .wall ? " wall" : ""
      records += batch.records.map { written($0) + clock }
      totals += batch.totals.map { total in
        guard case .sum(let amount) = total.figure else { return "?" }
        let day = total.day.map { "\($0)" } ?? "?"
        return "\(day) \(total.metric.id) \(written(amount))\(total.isOfAnyMode ? " any" : "")"
      }
      activities += batch.activities
      clocks += batch.activities.map { _ in batch.clock }
    }
    (self.records, self.totals) = (records.sorted(), totals.sorted())
    (self.activities, self.clocks) = (activities, clocks)
  }

  /// - Parameter files: Texts by name, in the order in which they lie in an archive; a single one is
  ///   handed in alone.
  init(_ files: KeyValuePairs<String, String>, chunkBytes: Int = 1 << 16) throws {
    let folder = try ScratchFolder()
    if files.count == 1, let file = files.first {
      try self.init(of: folder.write(file.value.utf8, to: file.key), chunkBytes: chunkBytes)
    } else {
      let zip = StoredZip(files.map { StoredZip.Member("Takeout/Fitbit/" + $0.key, $0.value.utf8) })
      try self.init(of: folder.write(zip.bytes, to: "takeout.zip"), chunkBytes: chunkBytes)
    }
  }

  var codes: [String] { facts.findings.map(\.code.rawValue).sorted() }

  static func == (a: FitbitReading, b: FitbitReading) -> Bool {
    a.records == b.records && a.totals == b.totals && a.facts == b.facts && a.clocks == b.clocks
      && a.activities.map { "\($0)" } == b.activities.map { "\($0)" }
  }
}

/// An amount in its canonical unit, seconds as such.
func written(_ amount: WrittenAmount?) -> String {
  guard let amount else { return "missing" }
  guard let value = amount.value, case .known(let unit) = amount.unit else { return "none" }
  let ratio = unit == .second ? UnitRatio(1) : unit.ratio
  return (try? value.quantity(times: ratio)).map { "\($0)" } ?? "out of range"
}

private func written(_ record: Record) -> String {
  let amount = written(WrittenAmount(record.value, record.unit))
  guard let start = record.start.instant else {
    return "\(record.metric.id) \(record.start) \(amount)"
  }
  let seconds = ((record.end.instant ?? start).milliseconds - start.milliseconds) / 1000
  return "\(record.metric.id) \(start) \(seconds) s \(amount)"
}
