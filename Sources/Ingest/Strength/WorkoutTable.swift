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

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try WorkoutTableReader.read(anyOf: [table], &document, &sink)
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

/// Reads a workout log that is one table, row by row.
struct WorkoutTableReader {
  /// The positions of the columns that mean something, in the order in which they count.
  ///
  /// Of a table whose rows hold several sets, those of one of them, or of all.
  private struct Place {
    var position: Int
    var field: LogField
    var unit: Unit?
  }

  private var shared: [Place] = []
  private var groups: [[Place]] = []

  /// Reads a document as the first table whose headings it has.
  ///
  /// - Throws: What reading and giving away throw.
  static func read(
    anyOf tables: [WorkoutTable], _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws {
    var rows = try CSVReader(detectingIn: &document)
    guard try rows.next(&document, &sink) else { return }
    let header = (0..<rows.row.count).map { headingName(rows.row.text($0)) }
    guard let table = tables.first(where: { $0.signature(of: header) != nil }) else { return }
    let reader = WorkoutTableReader(table, header)
    let order = table.signature(of: header).flatMap { table.dateOrders[$0] }
    var sets = try LogSets(
      table.source, commaIsDecimal: rows.separator != UInt8(ascii: ","), dateOrder: order,
      &sink)
    sets.liftsOnce = table.liftsOnce
    let date = table.isDatedByName ? sink.dateFromName() : nil
    if table.isDatedByName, date == nil { sink.find(.logDateMissing) }
    while try rows.next(&document, &sink) {
      let row = rows.row
      guard row.count == header.count else {
        sink.find(.csvMalformed, line: row.line, byte: row.byte)
        sets.skip(.malformed, line: row.line, byte: row.byte, isFound: true, &sink)
        continue
      }
      let entries = reader.entries(of: row)
      if entries.isEmpty { sets.skip(.nothingDone, line: row.line, byte: row.byte, &sink) }
      for var entry in entries {
        entry.session = date.map { .day($0) }
        try sets.add(entry, &sink)
      }
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  private init(_ table: WorkoutTable, _ header: [String]) {
    var groups: [Int: [Place]] = [:]
    for column in table.columns {
      for (position, name) in header.enumerated() {
        for pattern in column.names {
          let number = column.isNumbered ? Self.match(name, pattern) : name == pattern ? 0 : nil
          guard let number else { continue }
          let place = Place(position: position, field: column.field, unit: column.unit)
          if column.isNumbered, pattern.contains("#") {
            groups[number, default: []].append(place)
          } else {
            shared.append(place)
          }
        }
      }
    }
    self.groups = groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The number that `#` stands for, 0 where there is none; `nil` when the heading is another.
  private static func match(_ name: String, _ pattern: String) -> Int? {
    let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return name == pattern ? 0 : nil }
    guard name.hasPrefix(parts[0]), name.hasSuffix(parts[1]) else { return nil }
    return Int(name.dropFirst(parts[0].count).dropLast(parts[1].count))
  }

  /// One entry, or one for each group of columns that holds anything.
  private func entries(of row: CSVRow) -> [LogEntry] {
    var entry = LogEntry(line: row.line, byte: row.byte)
    Self.fill(&entry, from: row, shared)
    guard !groups.isEmpty else { return [entry] }
    return groups.compactMap { places in
      guard places.contains(where: { !row[$0.position].isEmpty }) else { return nil }
      var set = entry
      Self.fill(&set, from: row, places)
      return set
    }
  }

  /// Of two columns with one meaning the first that holds anything but zero counts.
  private static func fill(_ entry: inout LogEntry, from row: CSVRow, _ places: [Place]) {
    for place in places {
      let known = entry[place.field]
      guard known.isEmpty || LogNumber(known, commaIsDecimal: true)?.isZero == true else {
        continue
      }
      let text = comparableName(row.text(place.position)).trimmed
      if !text.isEmpty { entry.put(text, as: place.field, in: place.unit) }
    }
  }
}

extension InputSink {
  /// The date in the name of the document, which is noted as taken on trust.
  mutating func dateFromName() -> CivilDay? {
    let name = Array(documentName.utf8)
    guard name.count >= 10 else { return nil }
    for start in 0...(name.count - 10) {
      let text = String(decoding: name[start..<(start + 10)], as: UTF8.self)
      guard let day = CivilDay(text) else { continue }
      addDay(fromName: day)
      return day
    }
    return nil
  }
}
