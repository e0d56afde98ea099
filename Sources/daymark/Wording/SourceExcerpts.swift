import DaymarkModel
import Foundation

/// Lines of the files that people write, with a caret under the place that an error is about.
struct SourceExcerpts {
  /// More than this many, and nobody reads them.
  private static let most = 20
  /// Of a line; a longer one is shown from near the place on.
  private static let mostColumns = 100

  private var lines: [String: [Substring]] = [:]
  private var count = 0

  /// The line of an error and a caret below, each after a line break; empty where there is no such line.
  ///
  /// A line that holds a secret is not shown.
  mutating func text(of finding: Finding) -> String {
    // Of all files, only those that people write have columns.
    guard let place = finding.location, let line = place.line, let column = place.column,
      count < Self.most
    else { return "" }
    let lines = lines(of: place.file)
    guard lines.indices.contains(line - 1),
      !["evidenceToken", "token="].contains(where: lines[line - 1].contains)
    else { return "" }
    let scalars = Array(lines[line - 1].unicodeScalars)
    guard !scalars.isEmpty, column <= scalars.count + 1 else { return "" }
    count += 1
    let first = column <= Self.mostColumns ? 0 : column - Self.mostColumns / 2
    let before = shown(scalars[first..<(column - 1)])
    let after = shown(scalars[(column - 1)...].prefix(first + Self.mostColumns - column + 1))
    let space = String(repeating: " ", count: before.unicodeScalars.count)
    return "\n  \(before)\(after)\n  \(space)^"
  }

  private func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars)).replacing("\t", with: " ").printable
  }

  private mutating func lines(of file: String) -> [Substring] {
    if let known = lines[file] { return known }
    // The loader refuses larger ones, and files that are no text.
    let data = FileHandle(forReadingAtPath: file).flatMap { try? $0.read(upToCount: 1 << 20) }
    let text = data.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    let read = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines[file] = read
    return read
  }
}
