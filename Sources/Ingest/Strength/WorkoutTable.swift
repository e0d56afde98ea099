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
    /// Whether a unit may follow in the heading; see ``UnitHeading``.
    let takesUnits: Bool

    init(_ names: String..., is field: LogField) {
      (self.names, self.field, unit, takesUnits) = (names, field, nil, true)
      isNumbered = names.contains { $0.contains("#") }
    }

    /// The column of exactly this heading.
    init(heading: String, is field: LogField, in unit: Unit?) {
      (names, self.field, self.unit, isNumbered) = ([headingName(heading)], field, unit, false)
      takesUnits = false
    }
  }

  /// The app, as a source.
  let source: Source
  /// Headings that a table of this format has all of, in lower case; each list for a version or a language.
  let signatures: [[String]]
  /// The columns that mean something; of two with one meaning the first that holds anything counts.
  let columns: [Column]
  /// The headings of all columns, for tables of this format whose headings are in another language: each list
  /// for a version.
  let columnOrders: [[String]]
  /// The order of the parts of a date, where the format says it.
  let dateOrder: DateOrder?
  /// Whether a table without a column of loads hides them, for the app always writes one.
  let saysLoads: Bool
  /// Whether only the file's name says the date.
  let isDatedByName: Bool
  /// Whether a load without repetitions was lifted once.
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

  /// The headings as this format has them, if the table is one of it.
  struct Headings {
    var names: [String]
    /// Whether the table has them in another language, so that its words are unknown, too.
    var areForeign = false
  }

  /// - Parameter rows: The first rows, by which a table is known whose headings are in another language.
  /// - Returns: `nil` for a table of another format.
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
    let heading = head.heading
    if table.hasSignature(heading.names) { return .recognised }
    // What the operator says of headings that are not known goes before what they look like.
    guard !head.isDescribed, table.headings(of: heading.names, heading.rows) != nil else {
      return .other
    }
    return .recognised
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try WorkoutTableReader.read(anyOf: [table], &document, &sink)
  }
}
