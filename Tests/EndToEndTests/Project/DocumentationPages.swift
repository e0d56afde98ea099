import DaymarkTestSupport
import Foundation
import Testing

/// The text of a page of the documentation.
func page(_ name: String) throws -> String {
  try String(contentsOf: try #require(try pages()[name]), encoding: .utf8)
}

/// Where each page lies, by its name: without `.md` and without folder.
func pages() throws -> [String: URL] {
  let catalogue = URL(filePath: packageFolder)
    .appending(path: "Sources/Pipeline/Documentation.docc")
  let files = try #require(FileManager.default.subpaths(atPath: catalogue.path))
  let written = files.filter { $0.hasSuffix(".md") }.map { catalogue.appending(path: $0) }
  return Dictionary(
    uniqueKeysWithValues: written.map { ($0.deletingPathExtension().lastPathComponent, $0) })
}

/// The cells of every row of every table, headers and rules too.
func tableRows(of name: String) throws -> [[String]] {
  try page(name).split(separator: "\n").filter { $0.hasPrefix("|") && $0.hasSuffix("|") }.map {
    $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// The headings of a page, its title among them.
func headings(of name: String) throws -> [String] {
  var isCode = false
  return try page(name).split(separator: "\n").compactMap { line in
    if line.hasPrefix("```") { isCode.toggle() }
    return isCode ? nil : line.wholeMatch(of: #/#+ (.+)/#).map { String($0.output.1) }
  }
}
