import DaymarkIngest
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport

/// What reading a FIT file gives, in a form that can be written down.
struct FITReading {
  var records: [Record] = []
  var activities: [ActivityRecord] = []
  var dayTotals: [DayTotalRecord] = []
  var facts: InputFacts

  init(of path: String) throws {
    var (records, activities, totals) = ([Record](), [ActivityRecord](), [DayTotalRecord]())
    facts = try readInput(at: path) { batch in
      records += batch.records
      activities += batch.activities
      totals += batch.totals
    }
    (self.records, self.activities, self.dayTotals) = (records, activities, totals)
  }

  init(bytes: [UInt8]) throws {
    let folder = try ScratchFolder()
    try self.init(of: folder.write(bytes, to: "file.fit"))
  }

  init(_ file: FITFile) throws { try self.init(bytes: file.bytes) }

  /// Of a `monitoring_b` file.
  init(monitoring messages: [FITFileMessage]) throws {
    try self.init(FITFile([.fileID(type: 32, created: "2026-03-02T05:00:00Z")] + messages))
  }

  /// `day type metric value`, in canonical units.
  var totals: [String] {
    dayTotals.map { total in
      let day = total.day.map(\.description) ?? "-"
      guard case .activityType(let type) = total.part, case .sum(let amount) = total.figure else {
        return day
      }
      return "\(day) \(type) \(total.metric.id) \(canonical(amount)?.description ?? "-")"
    }
  }

  /// `time rate`, in seconds since a midnight of UTC.
  var heartRates: [String] {
    records.map { record in
      let seconds = record.start.instant.map { $0.milliseconds / 1000 % 86_400 }
      let value = canonical(WrittenAmount(record.value, record.unit))
      return "\(seconds ?? -1) \(value?.description ?? "-")"
    }
  }

  var codes: [String] { facts.findings.map(\.code.rawValue) }
}

/// An amount in its own unit, which FIT's are: canonical ones.
func canonical(_ amount: WrittenAmount?) -> Quantity? {
  try? amount?.value?.quantity(times: UnitRatio(1))
}
