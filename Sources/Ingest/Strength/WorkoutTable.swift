import DaymarkModel

/// The meaning of a column in a workout log, or of a figure of a set.
enum LogField: Int, CaseIterable, Sendable {
  /// The start of the session: a date with or without a time.
  case date
  /// The time of day at which the session starts.
  case clock
  case end
  case sessionDuration
  case bodyWeight
  case exercise
  /// The number of the set, or a mark in its place; see ``SetMark``.
  case mark
  /// The kind of the set, as a word.
  case kind
  case isWarmUp
  /// Whether the set was planned but not done.
  case isSkipped
  /// The number of sets that the row stands for.
  case setCount
  case repetitions
  /// Repetitions in some rows and a time in others; each cell shows which.
  case repetitionsOrTime
  case load
  /// A load in some rows and a distance in others; each cell shows which.
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
  /// The instant of the set itself.
  case setTime
  /// The time of day of the set itself.
  case setClock
  /// The person who did the set, in a file of several people.
  case person
}

/// A workout log that consists of one table; the complete declaration of its format.
struct WorkoutTable: Sendable {
  struct Column: Sendable {
    /// The headings, in lower case.
    let names: [String]
    let field: LogField
    let unit: Unit?
    /// Whether `#` in a heading stands for a number, so that a row has several sets.
    let isNumbered: Bool
    /// Whether a unit may follow in the heading; see ``UnitHeading``.
    let takesUnits: Bool

    init(_ names: String..., is field: LogField) {
      (self.names, self.field, unit, takesUnits) = (names, field, nil, true)
      isNumbered = names.contains { $0.contains("#") }
    }

    /// Makes the column with exactly this heading.
    init(heading: String, is field: LogField, in unit: Unit?) {
      (names, self.field, self.unit, isNumbered) = ([headingName(heading)], field, unit, false)
      takesUnits = false
    }
  }

  /// The source for the app.
  let source: Source
  /// The headings, in lower case, that identify a table of this format.
  ///
  /// Each list is for a version or a language.
  let signatures: [[String]]
  /// The columns with a meaning.
  ///
  /// If two have the same meaning, the first one with a value counts.
  let columns: [Column]
  /// The headings of all columns in order, for tables whose headings are in another language.
  ///
  /// Each list is for a version.
  let columnOrders: [[String]]
  /// The order of day and month, if the format determines it; `nil` where it does not.
  let dateOrder: DateOrder?
  /// Whether the app always writes loads, so that a table without a column of loads omits them.
  let saysLoads: Bool
  /// Whether only the file's name states the date.
  let isDatedByName: Bool
  /// Whether a load without repetitions counts as lifted once.
  let liftsOnce: Bool

  init(
    app: String, of provider: Provider, signatures: [[String]], columns: [Column],
    columnOrders: [[String]] = [], dateOrder: DateOrder? = nil, saysLoads: Bool = true,
    isDatedByName: Bool = false, liftsOnce: Bool = false
  ) {
    source = .log(provider, named: app)
    self.signatures = signatures
    self.columns = columns
    self.columnOrders = columnOrders
    self.dateOrder = dateOrder
    self.saysLoads = saysLoads
    self.isDatedByName = isDatedByName
    self.liftsOnce = liftsOnce
  }

  /// The headings of a table, in the words of its format.
  struct Headings {
    var names: [String]
    /// Whether the table's headings are in another language, so that its words are unknown too.
    var areForeign = false
  }

  /// Matches the headings of a table with those of this format.
  ///
  /// - Parameter rows: The first rows, which identify a table with headings in another language.
  /// - Returns: The headings in the words of the format; `nil` for a table of another format.
  func headings(of header: [String], _ rows: [CSVRow]) -> Headings? {
    if hasSignature(header) { return Headings(names: header) }
    return headingsByOrder(of: header, rows).map { Headings(names: $0, areForeign: true) }
  }

  /// Whether the headings are those of the format, in its own language.
  func hasSignature(_ header: [String]) -> Bool {
    let names = Set(header)
    return signatures.contains { $0.allSatisfy(names.contains) }
  }
}

extension Source {
  /// Returns the source for a workout-log app.
  static func log(_ provider: Provider, named name: String) -> Source {
    Source(provider: provider, name: name, deviceClass: .app)
  }
}

/// A format that a ``WorkoutTable`` describes completely.
protocol WorkoutTableFormat: InputFormat {
  static var table: WorkoutTable { get }
}

extension WorkoutTableFormat {
  static var fileExtensions: [String] { ["csv"] }

  static func recognise(_ head: DocumentHead) -> Recognition {
    let heading = head.heading
    if table.hasSignature(heading.names) { return .recognised }
    // The operator's description of unknown headings has precedence over their apparent meaning.
    guard !head.isDescribed, table.headings(of: heading.names, heading.rows) != nil else {
      return .other
    }
    return .recognised
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try WorkoutTableReader.read(anyOf: [table], &document, &sink)
  }
}
