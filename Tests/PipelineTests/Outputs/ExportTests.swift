import DaymarkConfiguration
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// The tables of a store for other programs.
struct ExportTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func run(score: Bool = true) async throws {
    var rule = Workbench.rule(atLeast: 5000)
    rule.score = Score(.total, of: .metric(.steps))
    try await bench.run(
      bench.pipeline(
        [
          Subject(id: "zoe", archives: [bench.archive("zoe.xml", steps: [5000, 6000, 7000])]),
          Subject(id: "=ben", archives: [bench.archive("ben.xml", steps: [5000, 100])]),
          Subject(id: "lost", archives: ["/none.zip"]),
        ], rule: rule))
  }

  private var folder: String { bench.out + "/tables" }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
  }

  @Test func `every table has a row for each fact, in the order of subjects`() async throws {
    try await run()
    let written = try exportStore(bench.store, to: folder, as: .csv)
    #expect(written.subjects == 2)
    #expect(written.files.map(\.rows) == [5, 0, 2, 0, 0])
    #expect(
      try text("days.csv") == """
        challenge,subject,day,metric,unit,value,minimum,maximum,mean,complete,samples,added_up,\
        typed_in_samples,set_aside
        walk-2025,'=ben,2025-09-01,steps,count,5000,,,,true,1,5000,0,0
        walk-2025,'=ben,2025-09-02,steps,count,100,,,,true,1,100,0,0
        walk-2025,zoe,2025-09-01,steps,count,5000,,,,true,1,5000,0,0
        walk-2025,zoe,2025-09-02,steps,count,6000,,,,true,1,6000,0,0
        walk-2025,zoe,2025-09-03,steps,count,7000,,,,true,1,7000,0,0

        """)
    let verdicts = try text("verdicts.csv").split(separator: "\n")
    #expect(
      verdicts[2] == """
        walk-2025,zoe,pass,streak.met,3,3,false,,\(Workbench.later),ended,walk@1.0.0,,0,0,0,0,,,18000,count
        """)
  }

  @Test func `the files have the mode of the store, and a second export the same bytes`()
    async throws
  {
    try await run()
    func contents() throws -> [String: Data] {
      let written = try exportStore(bench.store, to: folder, as: .parquet, challenge: "walk-2025")
      return try Dictionary(
        uniqueKeysWithValues: written.files.map {
          ($0.path, try Data(contentsOf: URL(fileURLWithPath: $0.path)))
        })
    }
    let first = try contents()
    #expect(first.count == 5 && first.values.allSatisfy { $0.starts(with: Data("PAR1".utf8)) })
    #expect(try contents() == first)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5)
    for path in first.keys {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func `an unknown challenge is told, and nothing is written`() async throws {
    try await run()
    let error = #expect(throws: DaymarkError.self) {
      try exportStore(bench.store, to: folder, as: .csv, challenge: "walk-2052")
    }
    #expect(error?.finding.code == .challengeUnknown)
    #expect(error?.finding.facts.suggestion == "walk-2025")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(.enabled(if: Python.reads("duckdb", "pandas", "pyarrow"), Python.hint))
  func `DuckDB and pandas sum what was exported`() async throws {
    try await run()
    _ = try exportStore(bench.store, to: folder, as: .parquet)
    let outcome = try await Python.run(
      """
      import duckdb, pandas
      print(duckdb.sql("select subject, sum(value)::int, max(day) from 'days.parquet'"
                       " where metric = 'steps' group by subject order by subject").fetchall())
      days = pandas.read_parquet('days.parquet')
      print(days.value.astype(float).sum(), len(pandas.read_parquet('sessions.parquet')))
      """, in: folder)
    #expect(
      outcome.output == """
        [('=ben', 5100, datetime.date(2025, 9, 2)), ('zoe', 18000, datetime.date(2025, 9, 3))]
        23100.0 0

        """, "\(outcome.errors)")
  }
}
