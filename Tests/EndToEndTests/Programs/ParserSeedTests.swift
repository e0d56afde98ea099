import DaymarkTestSupport
import Foundation
import Testing

/// The inputs that fuzzing begins with, and what it once found.
struct ParserSeedTests {
  @Test
  func `every parser of others' text understands a seed of its own, and ends by none`()
    async throws
  {
    let folder = packageFolder + "/Tests/Fuzz/Seeds/ParserFuzz"
    let seeds = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let outcome = try await Program.onPath(in: folder).shell("daymark-parser-fuzz *")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.map { String($0[0]) } == seeds)
    // The part of a seed's name before a dash is its parser; what was found has another.
    let parsers = Set(lines.map { String($0[1]) })
    let understood = Set(lines.filter { $0[2] == "understood" }.map { String($0[1]) })
    #expect(parsers.count == 31)
    #expect(understood == parsers, "\(parsers.subtracting(understood))")
  }
}
