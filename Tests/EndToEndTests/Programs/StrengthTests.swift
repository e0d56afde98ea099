import DaymarkTestSupport
import Foundation
import Testing

struct StrengthTests {
  private static let log = "\(packageFolder)/samples/strong/nine-weeks/input/strong.csv"

  private func strength(_ log: String, _ format: String) async throws -> String {
    try await Program().run(
      "strength", log, "--zone", "Europe/Berlin", "--body-weight", "80 kg", "--format", format
    ).output
  }

  @Test func `the picture fits into 80 columns`() async throws {
    let lines = try await strength(Self.log, "table").split(separator: "\n")
    #expect(lines.count > 40)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: ["table", "json"])
  func `the same log gives the same bytes`(format: String) async throws {
    let first = try await strength(Self.log, format)
    #expect(try await strength(Self.log, format) == first)
  }

  @Test func `a log written as openweight gives the same figures, and the same log`() async throws {
    let folder = try ScratchFolder()
    let written = try await strength(Self.log, "openweight")
    let copy = try folder.write(written.utf8, to: "log.json")
    #expect(try await strength(copy, "openweight") == written)
    #expect(try await strength(copy, "csv") == strength(Self.log, "csv"))
  }
}
