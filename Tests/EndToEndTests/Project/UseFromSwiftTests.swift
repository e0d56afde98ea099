import DaymarkTestSupport
import Foundation
import Testing

/// Holds the page "Use Daymark from Swift" against the client that is built, and against what is public.
struct UseFromSwiftTests {
  @Test func `every program of the page is a file of the client, and each file is there`() throws {
    let programs = try page("UseFromSwift").matches(of: #/```swift\n(import [^`]*)```/#)
      .map { String($0.output.1) }
    let files = try sourceFiles(under: "Tests/Client/Sources")
      .filter { !$0.path.hasSuffix("/main.swift") }
    #expect(files.count > 2)
    #expect(Set(programs) == Set(files.map(\.text)))
  }

  @Test func `nothing is public but what the page names`() throws {
    let named = try page("UseFromSwift").matches(of: #/`([A-Za-z.]+)(?:\([^`]*\))?`/#)
      .map { String($0.output.1) }
    let names = Set(named.flatMap { $0.split(separator: ".").map(String.init) })
    let declaration =
      #/
      \s*(?:@\w+\s)*public\s
      (?:static\s|mutating\s|private\(set\)\s|package\(set\)\s|final\s|indirect\s)*
      (?:(?:struct|class|enum|protocol|actor|typealias|func|var|let)\s)?
      ([A-Za-z]\w*|<)
      /#
    var count = 0
    for file in try sourceFiles(under: "Sources") {
      for line in file.text.split(separator: "\n") {
        guard let match = line.prefixMatch(of: declaration) else { continue }
        count += 1
        let name = String(match.output.1)
        #expect(names.contains(name) || Self.witnesses.contains(name), "\(file.path): \(line)")
      }
    }
    #expect(count > 100)
  }

  /// What protocols of the standard library ask for, and imports.
  private static let witnesses: Set = ["<", "description", "encode", "import"]
}
