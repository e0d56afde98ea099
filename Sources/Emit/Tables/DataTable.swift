package import DaymarkModel

/// A column of a table that is written for other programs.
package struct DataColumn: Hashable, Sendable {
  /// The kinds of values.
  package enum Kind: Hashable, Sendable {
    case text, whole, flag
    /// A civil day.
    case day
    /// An instant, to the millisecond, in UTC.
    case instant
    /// An amount, to the millionth.
    case amount
  }

  /// The name; a unit stands at its end.
  package var name: String
  /// The kind of its values.
  package var kind: Kind
  /// Whether a row may have none.
  package var isOptional: Bool

  /// Makes a column.
  package init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    // One too great for the format stays empty; no person reaches it.
    self.isOptional = isOptional || kind == .amount
  }
}

/// A value in a row, of the kind of its column.
package enum DataValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case flag(Bool)
  case day(CivilDay)
  case instant(Instant)
  case amount(Quantity)
  /// There is none.
  case none

  /// A text, if there is one.
  package static func text(ifAny text: String?) -> DataValue { text.map { .text($0) } ?? .none }
  /// A whole number, if there is one.
  package static func whole(ifAny number: Int?) -> DataValue { number.map { .whole($0) } ?? .none }
  /// An instant, if there is one.
  package static func instant(ifAny instant: Instant?) -> DataValue {
    instant.map { .instant($0) } ?? .none
  }
  /// An amount, if there is one.
  package static func amount(ifAny amount: Quantity?) -> DataValue {
    amount.map { .amount($0) } ?? .none
  }
}

/// The formats that tables are written in.
package enum DataTableFormat: String, CaseIterable, Sendable {
  case parquet, csv
}

/// The file of one table, made a piece at a time: there may be more rows than fit the memory.
package struct DataTableWriter: Sendable {
  private enum State: Sendable {
    case parquet(ParquetWriter)
    case csv(CSVTableWriter)
  }

  private var state: State

  /// Makes the writer of a table.
  package init(_ columns: [DataColumn], as format: DataTableFormat) {
    state =
      switch format {
      case .parquet: .parquet(ParquetWriter(columns))
      case .csv: .csv(CSVTableWriter(columns))
      }
  }

  /// Adds a row.
  ///
  /// - Parameter row: A value for each column.
  /// - Returns: The bytes of the file that are due, often none.
  package mutating func add(_ row: [DataValue]) -> [UInt8] {
    switch state {
    case .parquet(var writer):
      state = .csv(CSVTableWriter([]))  // so that what it holds is not copied
      defer { state = .parquet(writer) }
      return writer.add(row)
    case .csv(let writer): return writer.line(row)
    }
  }

  /// The first bytes of the file.
  package mutating func begin() -> [UInt8] {
    switch state {
    case .parquet: ParquetWriter.mark
    case .csv(let writer): writer.heading
    }
  }

  /// The last bytes of the file.
  package mutating func finish() -> [UInt8] {
    if case .parquet(var writer) = state { writer.finish() } else { [] }
  }
}

/// A table as CSV; see ``csvField(_:)``.
struct CSVTableWriter: Sendable {
  let columns: [DataColumn]

  init(_ columns: [DataColumn]) { self.columns = columns }

  var heading: [UInt8] { Array((columns.map(\.name).joined(separator: ",") + "\n").utf8) }

  func line(_ row: [DataValue]) -> [UInt8] {
    Array((row.map(\.csvText).joined(separator: ",") + "\n").utf8)
  }
}

extension DataValue {
  fileprivate var csvText: String {
    switch self {
    case .text(let text): csvField(text)
    case .whole(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .day(let day): "\(day)"
    case .instant(let instant): "\(instant)"
    case .amount(let amount): "\(amount)"
    case .none: ""
    }
  }
}
