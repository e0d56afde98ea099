import DaymarkModel

/// The meaning of a column of a workout log, or of a figure of a set.
enum LogField: Int, CaseIterable, Sendable {
  /// The start of the session: a date, with or without a time.
  case date
  /// The time of the day at which the session starts.
  case clock
  case end
  case sessionDuration
  case bodyWeight
  case exercise
  /// The number of the set, or a mark that stands in its place; see ``SetMark``.
  case mark
  /// The kind of the set as a word.
  case kind
  case isWarmUp
  /// Whether the set was planned and left out.
  case isSkipped
  /// The number of sets that the row stands for.
  case setCount
  case repetitions
  /// Repetitions, or a time: the cell says which.
  case repetitionsOrTime
  case load
  /// A load, or a distance: the cell says which.
  case loadOrDistance
  case loadUnit
  case distance
  case distanceUnit
  case duration
  case perceivedEffort
  case reserve
  case rest
  case tempo
  case side
  /// The instant at which the set itself was done.
  case setTime
  /// The time of the day at which the set itself was done.
  case setClock
  /// The person whose set it is, in a file of several people.
  case person
}

/// A workout log that is one table: the one declaration of its format.
struct WorkoutTable: Sendable {
  struct Column: Sendable {
    /// The headings, in lower case.
    let names: [String]
    let field: LogField
    let unit: Unit?
    /// Whether `#` in a heading stands for a number, and makes the row hold several sets.
    let isNumbered: Bool

    init(_ names: String..., is field: LogField, in unit: Unit? = nil) {
      (self.names, self.field, self.unit) = (names, field, unit)
      isNumbered = names.contains { $0.contains("#") }
    }

    /// The column of exactly this heading.
    init(heading: String, is field: LogField, in unit: Unit?) {
      (names, self.field, self.unit, isNumbered) = ([headingName(heading)], field, unit, false)
    }
  }

  /// The app, as a source.
  let source: Source
  /// Headings that a table of this format has all of, in lower case; each list for a version or a language.
  let signatures: [[String]]
  /// The columns that mean something; of two with one meaning the first that holds anything counts.
  let columns: [Column]
  /// The order of the parts of a date, in the versions of `signatures` that say it by their language.
  var dateOrders: [Int: DateOrder] = [:]
  /// Whether only the file's name says the date.
  var isDatedByName = false
  /// Whether a load without repetitions was lifted once.
  var liftsOnce = false

  init(
    app: String, of provider: Provider, signatures: [[String]], columns: [Column],
    dateOrders: [Int: DateOrder] = [:], isDatedByName: Bool = false, liftsOnce: Bool = false
  ) {
    source = .log(provider, named: app)
    self.signatures = signatures
    self.columns = columns
    self.dateOrders = dateOrders
    self.isDatedByName = isDatedByName
    self.liftsOnce = liftsOnce
  }

  /// The signature that a header has, of two the first.
  func signature(of header: [String]) -> Int? {
    let names = Set(header)
    return signatures.firstIndex { $0.allSatisfy(names.contains) }
  }
}

extension Source {
  /// An app for workout logs.
  static func log(_ provider: Provider, named name: String) -> Source {
    Source(provider: provider, name: name, deviceClass: .app)
  }
}

/// A format that a ``WorkoutTable`` describes whole.
protocol WorkoutTableFormat: InputFormat {
  static var table: WorkoutTable { get }
}

extension WorkoutTableFormat {
  static var fileExtensions: [String] { ["csv"] }

  static func recognise(_ head: DocumentHead) -> Recognition {
    table.signature(of: head.heading.names) == nil ? .other : .recognised
  }

  static func read(_ document: inout ArchiveReader, into reading: inout InputReading) throws {
    try WorkoutTableReader.read(anyOf: [table], &document, &reading)
  }
}

/// The first line of a document, if it can be one of a table.
struct TableHeading {
  /// The fields as headings are compared.
  let names: [String]
  /// The byte between two fields.
  let separator: UInt8

  /// Bytes of a heading at most.
  private static let maximumBytes = 1 << 14

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
      first != UInt8(ascii: "<"), first != 0x0E, !bytes.prefix(64).starts(with: zipSignature)
    else {
      (names, separator) = ([], UInt8(ascii: ","))
      return
    }
    let prefix = UnsafeBufferPointer(rebasing: bytes.prefix(Self.maximumBytes))
    let text = DecodedText.decoded(prefix)
    let line = text.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }
    let separator = UInt8.separator(in: line)
    self.separator = separator
    guard !line.contains(0) else {
      names = []
      return
    }
    let whole = Array(line) + [0x0A]
    var scanner = whole.withUnsafeBufferPointer {
      CSVScanner(separator: separator, text: $0, isWhole: true)
    }
    guard case .row = scanner.next(ReadLimits()) else {
      names = []
      return
    }
    let row = scanner.row
    names = (0..<row.count).map { headingName(row.text($0)) }
  }
}

/// A heading as headings are compared: in lower case, without white space around it.
func headingName(_ text: String) -> String {
  comparableName(text).lowercased().trimmed.replacing("\u{FEFF}", with: "")
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    // Most have none, and to look at whole characters takes long.
    let ends = [unicodeScalars.first, unicodeScalars.last].compactMap(\.self)
    if ends.allSatisfy({ (0x21..<0x7F).contains($0.value) }) { return String(self) }
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
