import DaymarkTestSupport
import Foundation
import Testing

/// The programmes that are shipped, beside what the transcripts of `daymark rewards` show.
struct ProgrammeTests {
  private static let programmes: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(packageFolder)/programmes")
    return (names ?? []).sorted().map { "programmes/\($0)" }
  }()

  @Test func `there are programmes`() { #expect(!Self.programmes.isEmpty) }

  @Test(arguments: programmes)
  func `a shipped programme has no mistake, and its cases hold`(programme: String) async throws {
    let check = try await Program().run("rewards", "check", programme)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let test = try await Program().run("rewards", "test", programme)
    #expect(test.exitCode == 0, "\(test.output)\(test.errors)")
  }
}
