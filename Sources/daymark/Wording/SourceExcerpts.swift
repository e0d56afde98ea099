import DaymarkModel
import Foundation

/// Makes excerpts of the files that people write, with a caret under the place of an error.
struct SourceExcerpts {
  /// The largest number of excerpts; nobody reads more.
  private static let most = 20
  /// The largest number of columns of a line.
  ///
  /// A longer line is shown from near the place on.
  private static let mostColumns = 100

  private var lines: [String: [Substring]] = [:]
  private var count = 0

  /// Returns the line of an error and a caret below it, each after a line break; empty where there
  /// is no such line.
  ///
  /// A line that contains a secret is not shown.
  mutating func text(of finding: Finding) -> String {
    // Only places in files that people write have columns.
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
    // The loader refuses larger files and files that are no text.
    let data = FileHandle(forReadingAtPath: file).flatMap { try? $0.read(upToCount: 1 << 20) }
    let text = data.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    let read = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines[file] = read
    return read
  }
}
