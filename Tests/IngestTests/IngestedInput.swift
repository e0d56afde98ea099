import DaymarkModel
import DaymarkTestSupport

@testable import DaymarkIngest

/// Everything that one reading of an input gave, in a form that can be compared.
struct IngestedInput: Equatable {
  /// All that a record says but its metric's value as a number.
  struct Line: Hashable {
    var metric: Metric
    var source: UInt16
    var unit: RecordUnit
    var value: DecimalNumber?
    var times: [RecordTime]
    var isUserEntered: Bool
    var isNested: Bool
    var line: Int
    var byte: Int
  }

  var records: [Line] = []
  /// As text: the line and the metrics that it may be of.
  var untyped: [String] = []
  var activities: [ActivityRecord] = []
  /// That of each activity.
  var clocks: [RecordClock] = []
  var sets: [LoggedSet] = []
  /// As text: a weight and its instant.
  var bodyWeights: [String] = []
  var statedDays: [StatedDayRecord] = []
  var facts: InputFacts

  /// - Parameters:
  ///   - blockBytes: Bytes that the parser is given at a time.
  ///   - isCareful: Whether the scanner of Health exports stays out of it.
  ///   - largeBytes: The size from which on inputs are read, and documents unpacked, on other threads, and by ISA-L.
  init(
    of path: String, chunkBytes: Int = 1 << 16, blockBytes: Int = 1 << 16,
    limits: ReadLimits = ReadLimits(), logs: LogSettings = LogSettings(), isCareful: Bool = false,
    tables: [LogTable] = [], sessionTables: [SessionTable] = [], largeBytes: Int64 = 1 << 20
  ) throws {
    var records: [Line] = []
    var sets: [LoggedSet] = []
    var activities: [ActivityRecord] = []
    var clocks: [RecordClock] = []
    var bodyWeights: [String] = []
    var untyped: [String] = []
    var statedDays: [StatedDayRecord] = []
    var options = ReadOptions(chunkBytes: chunkBytes, limits: limits)
    options.blockBytes = blockBytes
    (options.logs, options.tables, options.sessionTables) = (logs, tables, sessionTables)
    (options.isCareful, options.largeBytes) = (isCareful, largeBytes)
    facts = try readInput(at: path, options: options) { batch in
      activities += batch.activities
      clocks += batch.activities.map { _ in batch.clock }
      sets += batch.sets
      statedDays += batch.statedDays
      untyped += batch.untyped.map { "\($0.record.line): \($0.metrics)" }
      bodyWeights += batch.bodyWeights.map {
        "\($0.weight) \($0.at)" + ($0.isTypedIn ? " typed in" : "")
      }
      records += batch.records.map {
        Line(
          metric: $0.metric, source: $0.source, unit: $0.unit, value: $0.value,
          times: [$0.start, $0.end, $0.created], isUserEntered: $0.isUserEntered,
          isNested: $0.isNested, line: $0.line, byte: $0.byte)
      }
    }
    (self.records, self.activities, self.sets) = (records, activities, sets)
    (self.untyped, self.statedDays) = (untyped, statedDays)
    (self.bodyWeights, self.clocks) = (bodyWeights, clocks)
  }

  /// Of a document that stands alone in a file.
  init(xml: some Sequence<UInt8>, blockBytes: Int = 1 << 16, isCareful: Bool = false) throws {
    let folder = try ScratchFolder()
    try self.init(
      of: folder.write(xml, to: "export.xml"), blockBytes: blockBytes, isCareful: isCareful)
  }

  init(_ text: String, blockBytes: Int = 1 << 16, isCareful: Bool = false) throws {
    try self.init(xml: text.utf8, blockBytes: blockBytes, isCareful: isCareful)
  }

  /// The records' values, where they are whole numbers.
  var values: [Int] { records.map { $0.value.map { Int($0.coefficient) } ?? -1 } }

  /// Without what each bare document with a broken place has, too.
  var codes: [String] { places.map(\.code.rawValue) }

  /// The findings; where one of them is a broken place, without what follows from it.
  var places: [Finding] {
    let hasBrokenPlace = facts.findings.contains(where: \.code.wantsChecksum)
    return facts.findings.filter { $0.code != .textUnvouched || !hasBrokenPlace }
  }

  func finding(_ code: FindingCode) -> Finding? { facts.findings.first { $0.code == code } }

  static func == (a: IngestedInput, b: IngestedInput) -> Bool {
    a.records == b.records && a.untyped == b.untyped && a.facts == b.facts && a.sets == b.sets
      && a.bodyWeights == b.bodyWeights && a.statedDays == b.statedDays
      && a.activities.map { "\($0)" } == b.activities.map { "\($0)" }
  }
}

/// The end that a reading came to, be it an error.
enum Outcome: Equatable {
  case reading(IngestedInput)
  case refusal(Finding)

  init(_ reading: () throws -> IngestedInput) throws {
    do {
      self = .reading(try reading())
    } catch let error as DaymarkError {
      self = .refusal(error.finding)
    }
  }
}

/// The code of the error that a reading ends with.
func refusal(of path: String, limits: ReadLimits = ReadLimits()) -> Finding? {
  do {
    _ = try IngestedInput(of: path, limits: limits)
    return nil
  } catch let error as DaymarkError {
    return error.finding
  } catch {
    return nil
  }
}

let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

/// A document of the elements given, whose first line is its fourth.
func healthDocument(_ elements: String...) -> String {
  declaration + "<HealthData locale=\"en_US\">\n"
    + " <ExportDate value=\"2024-06-01 12:00:00 +0200\"/>\n" + elements.joined() + "</HealthData>\n"
}

/// Attributes of a record of `value` steps.
func stepAttributes(_ value: Int, source: String = "S") -> String {
  #"type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" "#
    + #"creationDate="2024-01-01 00:00:00 +0200" startDate="2024-01-01 00:00:00 +0200" "#
    + #"endDate="2024-01-01 00:01:00 +0200" value="\#(value)""#
}

/// A line with a record of `value` steps.
func steps(_ value: Int, source: String = "S") -> String {
  " <Record \(stepAttributes(value, source: source))/>\n"
}

/// A line with a record of the body's weight.
func bodyWeight(
  _ value: String, _ unit: String = "kg", type: String = "BodyMass", on day: String = "2024-01-01"
) -> String {
  #" <Record type="HKQuantityTypeIdentifier\#(type)" sourceName="Scale" unit="\#(unit)" "#
    + #"creationDate="\#(day) 07:00:00 +0200" startDate="\#(day) 07:00:00 +0200" "#
    + #"endDate="\#(day) 07:00:00 +0200" value="\#(value)"/>"# + "\n"
}

/// The lines of a record with children.
func steps(_ value: Int, around children: String) -> String {
  " <Record \(stepAttributes(value))>\n\(children) </Record>\n"
}

func metadata(_ key: String, _ value: String) -> String {
  "  <MetadataEntry key=\"\(key)\" value=\"\(value)\"/>\n"
}

let blockSizes = [1, 2, 3, 7, 64, 1000, 65536]
