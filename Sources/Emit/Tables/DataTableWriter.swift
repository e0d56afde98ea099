package import DaymarkDocuments
import DaymarkModel

/// The formats in which tables are written.
package enum DataTableFormat: String, CaseIterable, Sendable {
  case parquet, csv
}

/// Writes the file of one table piece by piece, because a table may have more rows than fit into
/// memory.
package struct DataTableWriter: Sendable {
  private enum State: Sendable {
    case parquet(ParquetWriter)
    case csv(CSVTableWriter)
  }

  private var state: State

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
  /// - Returns: The bytes that must be written to the file now, often none.
  package mutating func add(_ row: [DataValue]) -> [UInt8] {
    switch state {
    case .parquet(var writer):
      // With a second reference to it, the writer would copy all that it holds.
      state = .csv(CSVTableWriter([]))
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

/// Writes a table as CSV; see ``csvField(_:)``.
struct CSVTableWriter: Sendable {
  let columns: [DataColumn]

  init(_ columns: [DataColumn]) { self.columns = columns }

  var heading: [UInt8] { Array((columns.map(\.name).joined(separator: ",") + "\n").utf8) }

  func line(_ row: [DataValue]) -> [UInt8] {
    Array((row.map(\.csvText).joined(separator: ",") + "\n").utf8)
  }
}

extension DataValue {
  var csvText: String {
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
