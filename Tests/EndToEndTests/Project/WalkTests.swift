import DaymarkTestSupport
import Foundation
import Testing

/// Holds the page for newcomers against the files that it passes.
struct WalkTests {
  @Test func `every file on the way is there`() throws {
    let paths = try page("Walk").matches(of: #/`((?:Sources|pipelines|samples)\/[^`\n]*)`/#)
      .map { String($0.output.1) }
    #expect(paths.count > 25)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: "\(packageFolder)/\(path)"), "\(path)")
    }
  }

  @Test func `every function on the way is declared where the page says`() throws {
    let places = try page("Walk").matches(of: #/`(\w+)` in\s+`([^`]+\.swift)`/#)
    #expect(places.count > 15)
    for place in places {
      let (name, path) = (place.output.1, place.output.2)
      let text = try String(contentsOfFile: "\(packageFolder)/\(path)", encoding: .utf8)
      let declaration = try Regex("\\b(?:func|struct) \(name)\\b")
      #expect(text.contains(declaration), "\(name) in \(path)")
    }
  }

  @Test func `the example prints the numbers of the page`() async throws {
    let text = try page("Walk")
    let call = try #require(text.firstMatch(of: #/\n(daymark explain-day .*)\n/#)?.output.1)
    let folder = try ProjectFolder()
    let outcome = try await folder.program.shell(String(call))
    #expect(outcome.exitCode == 0)
    for figure in ["12600", "11100", "1500 by"] { #expect(outcome.output.contains(figure)) }
    #expect(text.contains("6,000 + 1,500 + 5,100 = 12,600"))
  }
}
