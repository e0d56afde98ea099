import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkEmit

/// Tables in the format Apache Parquet.
struct ParquetWriterTests {
  private func bytes(_ hex: String) -> [UInt8] {
    hex.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }

  private func file(
    _ columns: [DataColumn], _ rows: [[DataValue]], rowsPerGroup: Int = 50_000
  ) -> [UInt8] {
    var writer = ParquetWriter(columns, rowsPerGroup: rowsPerGroup)
    var file = ParquetWriter.mark
    for row in rows { file += writer.add(row) }
    return file + writer.finish()
  }

  /// Worked out on paper from parquet.thrift and the compact protocol.
  @Test func `a small file is these bytes`() {
    let written = file(
      [DataColumn("a", .text), DataColumn("n", .whole, isOptional: true)],
      [[.text("x"), .whole(7)], [.text("x"), .none]])
    let pages = """
      50 41 52 31
      15 04 15 0A 15 0A 4C 15 02 15 00 00 00   01 00 00 00 78
      15 00 15 06 15 06 2C 15 04 15 10 15 06 15 06 00 00   01 03 00
      15 00 15 1C 15 1C 2C 15 04 15 00 15 06 15 06 00 00
      02 00 00 00 03 01   07 00 00 00 00 00 00 00
      """
    let footer = """
      15 04
      19 3C   48 06 73 63 68 65 6D 61 15 04 00
      15 0C 25 00 18 01 61 25 00 4C 1C 00 00 00
      15 04 25 02 18 01 6E 00
      16 04
      19 1C 19 2C
      26 00 1C 15 0C 19 35 00 06 10 19 18 01 61 15 00 16 04 16 4C 16 4C 26 2C 26 08 1C 36 00 00 00 00
      26 00 1C 15 04 19 25 00 06 19 18 01 6E 15 00 16 04 16 3E 16 3E 26 54 3C 36 02 00 00 00
      16 8A 01 16 04 00
      28 07 64 61 79 6D 61 72 6B 00
      """
    let length = UInt8(bytes(footer).count)
    #expect(written == bytes(pages) + bytes(footer) + [length, 0, 0, 0] + ParquetWriter.mark)
  }

  @Test func `a table without rows has a footer alone`() {
    let written = file([DataColumn("n", .whole)], [])
    #expect(
      written.starts(with: ParquetWriter.mark) && written.suffix(4) == ParquetWriter.mark[...])
    #expect(written[4..<8] == [0x15, 0x04, 0x19, 0x2C])
  }

  @Test(
    arguments: [
      // Eight of a kind are a run, fewer a group of eight that is filled up with 0.
      (Array(repeating: UInt32(1), count: 8), 1, [0x10, 0x01]),
      (Array(repeating: UInt32(1), count: 3), 1, [0x03, 0x07]),
      ([1, 0, 1], 1, [0x03, 0x05]),
      // The first number in the lowest bits: 0 1 2 3 4 5 6 7, as the specification has it.
      ([0, 1, 2, 3, 4, 5, 6, 7], 3, [0x03, 0x88, 0xC6, 0xFA]),
      (Array(repeating: UInt32(300), count: 100), 9, [0xC8, 0x01, 0x2C, 0x01]),
      ([1, 2] + Array(repeating: 3, count: 20), 2, [0x03, 0xF9, 0xFF, 0x1C, 0x03]), ([], 1, []),
    ] as [([UInt32], Int, [UInt8])])
  func `small numbers are runs or packed`(numbers: [UInt32], bits: Int, expected: [UInt8]) {
    #expect(runLengths(of: numbers, bits: bits) == expected)
  }

  private static let columns = [
    DataColumn("name", .text), DataColumn("note", .text, isOptional: true),
    DataColumn("n", .whole), DataColumn("m", .whole, isOptional: true), DataColumn("ok", .flag),
    DataColumn("maybe", .flag, isOptional: true), DataColumn("day", .day, isOptional: true),
    DataColumn("at", .instant, isOptional: true), DataColumn("amount", .amount),
    DataColumn("never", .text, isOptional: true),
  ]

  private func row(_ random: inout SeededGenerator) -> [DataValue] {
    func sometimes(_ value: DataValue) -> DataValue { Bool.random(using: &random) ? value : .none }
    return [
      .text("s\(Int.random(in: 0..<300, using: &random))é"),
      sometimes(.text(Bool.random(using: &random) ? "\u{E9},\"" : "e\u{301}\n")),
      .whole(Int.random(in: -9...9, using: &random)),
      sometimes(.whole(Int.random(in: .min...(.max), using: &random))),
      .flag(Bool.random(using: &random)), sometimes(.flag(true)),
      sometimes(.day(CivilDay(ordinal: Int32.random(in: -40_000...40_000, using: &random)))),
      sometimes(
        .instant(Instant(milliseconds: .random(in: -(1 << 41)...(1 << 41), using: &random)))),
      sometimes(.amount(Quantity(microUnits: .random(in: -(1 << 59)...(1 << 59), using: &random)))),
      .none,
    ]
  }

  /// The values of a row as Python says them.
  private func texts(_ row: [DataValue]) -> [String] {
    row.map { value in
      switch value {
      case .text(let text): text
      case .whole(let number): "\(number)"
      case .flag(let flag): flag ? "True" : "False"
      case .day(let day): "\(day.ordinal)"
      case .instant(let instant): "\(instant.milliseconds)"
      case .amount(let amount): "\(amount.microUnits)"
      case .none: "None"
      }
    }
  }

  @Test(
    .enabled(if: Python.reads("pyarrow.parquet", "duckdb", "pandas", "pytz"), Python.hint),
    arguments: [(0, 5), (1, 5), (8, 8), (100, 7), (3000, 999)])
  func `pyarrow, pandas and DuckDB read every value`(rows: Int, rowsPerGroup: Int) async throws {
    var random = SeededGenerator(seed: UInt64(rows))
    let rows = (0..<rows).map { _ in row(&random) }
    let folder = try ScratchFolder()
    try folder.write(
      file(Self.columns, rows, rowsPerGroup: rowsPerGroup)[...], to: "table.parquet")
    let expected = try JSONEncoder().encode(rows.map(texts))
    try folder.write(Array(expected)[...], to: "rows.json")
    let outcome = try await Python.run(Self.script, in: folder.path)
    #expect(outcome.output == "same\n", "\(outcome.errors)")
  }

  private static let script = """
    import datetime as dt, duckdb, json, pandas, pyarrow.parquet
    epoch = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
    def text(value, column):
        if value is None: return 'None'
        if column == 6: return str((value - epoch.date()).days)
        if column == 7: return str((value - epoch) // dt.timedelta(milliseconds=1))
        if column == 8: return str(int(value.scaleb(6)))
        return str(value)
    rows = json.load(open('rows.json'))
    table = pyarrow.parquet.read_table('table.parquet')
    columns = [column.to_pylist() for column in table.columns]
    arrow = [[text(c[r], i) for i, c in enumerate(columns)] for r in range(table.num_rows)]
    duckdb.sql("SET TimeZone = 'UTC'")
    duck = [[text(v, i) for i, v in enumerate(row)]
            for row in duckdb.sql("select * from 'table.parquet'").fetchall()]
    kinds = [str(t) for t in table.schema.types]
    assert kinds[6:9] == ['date32[day]', 'timestamp[ms, tz=UTC]', 'decimal128(18, 6)'], kinds
    assert arrow == rows, 'pyarrow'
    assert duck == rows, 'duckdb'
    assert len(pandas.read_parquet('table.parquet')) == len(rows), 'pandas'
    print('same')
    """

  @Test func `an amount that no person reaches stays empty`() {
    #expect(DataValue.amount(.limit).isTooGreat)
    #expect(!DataValue.amount(Quantity(999_999_999_999)).isTooGreat)
  }

  @Test func `as CSV a table is quoted, and what is not there is empty`() {
    var writer = DataTableWriter(
      [
        DataColumn("subject", .text), DataColumn("day", .day), DataColumn("value", .amount),
        DataColumn("ok", .flag), DataColumn("at", .instant),
      ], as: .csv)
    let day = CivilDay(ordinal: 20_332)
    let file =
      writer.begin()
      + writer.add([.text("=1"), .day(day), .amount(Quantity(microUnits: 1_500_000)), .flag(true)])
      + writer.add([.text("a,b"), .day(day), .none, .flag(false), .instant(Instant(seconds: 0))])
      + writer.finish()
    #expect(
      String(decoding: file, as: UTF8.self) == """
        subject,day,value,ok,at
        '=1,2025-09-01,1.5,true
        "a,b",2025-09-01,,false,1970-01-01T00:00:00Z

        """)
  }
}
