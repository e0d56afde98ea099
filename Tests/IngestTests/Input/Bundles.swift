import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

typealias ZipFile = StoredZip.Member

/// A FIT file with a run of half an hour and as many meters, on that day of January 2024.
func run(day: Int, meters: Int) -> [UInt8] {
  let start = FITFileTime(stringLiteral: "2024-01-0\(day)T10:00:00Z")
  return FITFile([
    .fileID(type: 4, created: start),
    .session(sport: 1, start: start, elapsed: 1800, centimeters: meters * 100),
    .activity(at: start + 1800, timer: 1800),
  ]).bytes
}

/// The same as ``run(day:meters:)``, from the first to the last moment.
func spanOfRun(day: Int) throws -> Interval {
  let start = try #require(Instant(rfc3339: "2024-01-0\(day)T10:00:00Z"))
  return Interval(start, Instant(milliseconds: start.milliseconds + 1_800_001))
}

func zipped(_ members: ZipFile...) -> [UInt8] { StoredZip(members).bytes }

extension IngestedInput {
  /// Of a zip with these members.
  init(
    zip members: [ZipFile], chunkBytes: Int = 1 << 16, limits: ReadLimits = ReadLimits()
  ) throws {
    let folder = try ScratchFolder()
    try self.init(
      of: folder.write(StoredZip(members).bytes, to: "bundle.zip"), chunkBytes: chunkBytes,
      limits: limits)
  }

  /// Distances of the activities, where they are whole meters.
  var meters: [Int] {
    activities.compactMap { activity in
      activity.distance?.value.map { value in
        (value.exponent..<0).reduce(Int(value.coefficient)) { number, _ in number / 10 }
      }
    }
  }

  var entries: [String] { facts.documents.map(\.entry) }

  /// Code and place of each finding.
  var found: [String] {
    facts.findings.map { "\($0.code.rawValue) \($0.location?.entry ?? "-")" }
  }
}
