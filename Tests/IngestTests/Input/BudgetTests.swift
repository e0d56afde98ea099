import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

/// The limits that all archives of a subject share.
struct BudgetTests {
  /// The limits that strike when inputs are read under one budget, each.
  private func refusals(
    of inputs: [[ZipFile]], _ limits: ReadLimits
  ) throws -> [Finding.Facts?] {
    let options = ReadOptions(limits: limits)
    let budget = ReadBudget(options)
    return try inputs.map { members in
      let folder = try ScratchFolder()
      let path = try folder.write(StoredZip(members).bytes, to: "bundle.zip")
      do {
        let facts = try readInput(at: path, options: options, budget: budget) { _ in }
        return facts.findings.first { $0.facts.limit != nil }?.facts
      } catch let error as DaymarkError {
        return error.finding.facts
      }
    }
  }

  private static let member = ZipFile("1.fit", run(day: 1, meters: 1000))

  @Test(arguments: [
    (ReadLimit.entries, 3), (.documentBytes, member.content.count * 3),
    (.headBytes, member.content.count * 3), (.records, 3), (.names, 3),
    (.memoryBytes, 3 * MemoryLayout<Activity>.stride),
  ])
  func `two archives have no more than one`(_ limit: ReadLimit, most: Int) throws {
    var limits = ReadLimits()
    limits[limit] = most
    let other = ZipFile("2.fit", run(day: 2, meters: 2000))
    let input = [Self.member, other]
    let struck = Finding.Facts { ($0.limit, $0.most) = (limit, most) }
    #expect(try refusals(of: [input], limits) == [nil])
    // A name is a source's, of which both documents have one.
    let inputs = Array(repeating: input, count: limit == .names ? 4 : 2)
    #expect(try refusals(of: inputs, limits).last == struck)
    #expect(try refusals(of: [input], ReadLimits()) == [nil])
  }

  @Test func `archives inside several inputs are counted together`() throws {
    var limits = ReadLimits()
    limits.nestedArchives = 1
    let input = [ZipFile("inner.zip", zipped(Self.member))]
    let struck = Finding.Facts { ($0.limit, $0.most) = (.nestedArchives, 1) }
    #expect(try refusals(of: [input], limits) == [nil])
    #expect(try refusals(of: [input, input + [Self.member]], limits) == [nil, struck])
  }

  @Test func `what is unpacked is held against the size of the input, through all levels`() throws {
    // Tables whose rows are all the same deflate a hundred times twice.
    let table = "Activity ID,Activity Date,Activity Name,Activity Type,a,b,c,d,e,Filename\n"
    let row = "1,x,,Run,,,,,,\n"
    let inner = try ZipWriter()
    for number in 0..<8 {
      try inner.begin("e\(number)/activities.csv")
      let rows = String(repeating: row, count: (1 << 20) / row.utf8.count)
      try inner.write(Array((table + rows).utf8))
    }
    let outer = try ZipWriter()
    try outer.begin("i.zip")
    try outer.write(inner.finish())
    let folder = try ScratchFolder()
    let path = try folder.write(outer.finish(), to: "bundle.zip")
    var limits = ReadLimits()
    limits.ratioFloorBytes = 1 << 20
    let finding = refusal(of: path, limits: limits)
    #expect(finding?.code == .archiveLimit)
    #expect(finding?.facts == .init { ($0.limit, $0.most) = (.inputRatio, 250) })
  }

  @Test func `beginnings that say nothing cost no more than the input allows`() throws {
    let inner = try ZipWriter()
    for number in 0..<40 {
      try inner.begin("a\(number).csv")
      try inner.write([UInt8](repeating: 10, count: 1 << 20))
    }
    let folder = try ScratchFolder()
    let path = try folder.write(inner.finish(), to: "bundle.zip")
    let (finding, taken) = processorTime { refusal(of: path) }
    #expect(finding?.facts.limit == .inputRatio)
    #expect(taken < .seconds(20))
  }

  @Test func `every limit but the parser's memory can be set`() {
    var limits = ReadLimits()
    for (index, limit) in ReadLimit.settable.enumerated() {
      limits[limit] = 100 + index
    }
    for (index, limit) in ReadLimit.settable.enumerated() {
      #expect(limits[limit] == 100 + index)
    }
    #expect(limits[.parserMemory] == nil)
    #expect(ReadOptions().setting([.entries: 7]).limits.entries == 7)
  }
}
