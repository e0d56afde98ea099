import DaymarkTestSupport
import Foundation
import Testing

/// Follows what comments cite: a page of the documentation and its heading, as in
/// `see Semantics, "A cumulative day"`.
struct CitationTests {
  /// Public specifications, which are cited by section, message or type, too.
  private static let specifications = [
    "Profile", "Protocol", "SDK", "RFC", "ECMA", "XML", "YAML", "Semantic Versioning",
    "Parquet", "Thrift", "APPNOTE", "X.690", "DSSE", "FIPS", "SMT-LIB", "SQLite",
  ]

  @Test func `every heading that a comment cites stands on its page`() throws {
    let headingsOfPages = try Dictionary(
      uniqueKeysWithValues: pages().keys.map { ($0, Set(try headings(of: $0))) })
    var followed = 0
    for comment in try comments() {
      for citation in comment.citations {
        if Self.specifications.contains(citation.page) { continue }
        let headings = headingsOfPages[citation.page]
        #expect(headings != nil, "\(comment.path) cites the page \(citation.page)")
        #expect(
          headings?.contains(citation.heading) ?? true,
          "\(comment.path) cites \(citation.page), \"\(citation.heading)\"")
        followed += 1
      }
    }
    #expect(followed > 50)
  }

  @Test func `sections with a number are those of a public specification`() throws {
    for comment in try comments() {
      // Looked for first, because most comments have none.
      guard comment.text.contains(where: \.isNumber) else { continue }
      for match in comment.text.matches(of: #/(?i)\bsections? ?[0-9]/#) {
        let before = comment.text[..<match.range.lowerBound].suffix(40)
        #expect(
          Self.specifications.contains { before.contains($0) }, "\(comment.path): \(before)...")
      }
      #expect(
        !comment.text.contains(#/\b(?:[Ss]emantics|[Ee]vidence|[Rr]ules|[Rr]eference),? [0-9]/#),
        "\(comment.path)")
    }
  }

  @Test func `nothing cites a page that is not in the project`() throws {
    let written = try pages().keys.map { Comment(path: $0, text: try page($0)) }
    for text in try comments() + written {
      #expect(!text.text.contains(#/\bhouse\.md|\breference, section/#), "\(text.path)")
    }
    let others = ["pipelines", "samples"].flatMap {
      FileManager.default.subpaths(atPath: "\(packageFolder)/\($0)") ?? []
    }
    let names = try Set(others.map { ($0 as NSString).lastPathComponent })
      .union(pages().values.map(\.lastPathComponent))
    for comment in try comments() {
      for match in comment.text.matches(of: #/\b[A-Za-z]+\.md\b/#) {
        #expect(names.contains(String(match.output)), "\(comment.path) cites \(match.output)")
      }
    }
  }

  @Test func `a citation is found over two lines and with several headings`() {
    let comment = Comment(
      path: "", text: #"See Semantics, "Day totals" and "A heart-rate day"; Rules, "Names"."#)
    #expect(
      comment.citations == [
        Citation(page: "Semantics", heading: "Day totals"),
        Citation(page: "Semantics", heading: "A heart-rate day"),
        Citation(page: "Rules", heading: "Names"),
      ])
    let wrapped = "/// One; see Semantics, \"Day\n/// totals\".\nlet a = 1\n// Another."
    #expect(joinedComments(of: wrapped) == ["One; see Semantics, \"Day totals\".", "Another."])
  }
}

/// A heading of a page, as a comment names it.
private struct Citation: Equatable {
  var page: String
  var heading: String
}

/// The lines of a comment that follow one another, as one text.
private struct Comment {
  /// The file that it stands in.
  var path: String
  var text: String

  var citations: [Citation] {
    text.matches(of: #/\b([A-Z][A-Za-z]+), ("[^"]+"(?:,? (?:and|to|or) "[^"]+")*)/#).flatMap {
      match in
      match.output.2.matches(of: #/"([^"]+)"/#).map {
        Citation(page: String(match.output.1), heading: String($0.output.1))
      }
    }
  }
}

private func comments() throws -> [Comment] { try commentsOfProject.get() }

private let commentsOfProject = Result {
  try ["Sources", "Tests"].flatMap { folder in
    try sourceFiles(under: folder, extensions: ["swift", "c", "h", "yaml"]).flatMap { file in
      joinedComments(of: file.text).map { Comment(path: file.path, text: $0) }
    }
  }
}

/// The text of a line that is nothing but a comment.
private func commentText(of line: Substring) -> Substring? {
  let line = line.drop { $0 == " " }
  let marks = ["///", "//", "/**", "/*", "*", "#"]
  guard let mark = marks.first(where: { line.hasPrefix($0) }) else { return nil }
  let text = line.dropFirst(mark.count)
  return text.isEmpty || text.first == " " ? text.dropFirst() : nil
}

/// The comments of a file that have lines of their own.
private func joinedComments(of text: String) -> [String] {
  var comments: [String] = []
  var words: [Substring] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if let text = commentText(of: line) {
      words += text.isEmpty ? [] : [text]
    } else if !words.isEmpty {
      comments.append(words.joined(separator: " "))
      words = []
    }
  }
  return words.isEmpty ? comments : comments + [words.joined(separator: " ")]
}
