import DaymarkTestSupport
import Foundation
import Testing

/// Holds the words of the pages, and those of the model, against the glossary.
struct GlossaryWordTests {
  /// How pages write a word whose forms are not it and it with an `s`, or that has another meaning in other places.
  private static let forms = [
    "leaf": "leaf", "echo": "echo(?:es)?", "store": "(?:the|a) store", "book": "the book",
  ]

  @Test func `a page links each word of our own where it first uses it`() throws {
    let words = try glossaryWords().filter(\.isOwn)
    #expect(words.count > 25)
    var links = 0
    for name in try pages().keys where name != "Glossary" {
      let prose = try proseWithMarkedLinks(of: name)
      for word in words {
        let form = Self.forms[word.text] ?? "\(word.text)s?"
        let use = try Regex("(?i)(?:^|[^\\w-])(\(form))(?![\\w-])")
        guard let match = prose.firstMatch(of: use), let range = match.output[1].range else {
          continue
        }
        let (before, after) = (prose[..<range.lowerBound], prose[range.upperBound...])
        // A page that has the word in bold says itself what it is.
        if before.hasSuffix("**"), after.hasPrefix("**") { continue }
        #expect(
          before.hasSuffix("⟦") && after.hasPrefix("⟧\(word.heading)⟧"),
          "\(name): \(before.suffix(40))\(prose[range])\(after.prefix(20))")
        links += 1
      }
    }
    #expect(links > 100)
  }

  @Test func `a word that a page says in bold what it is stands in the glossary`() throws {
    let words = Set(try glossaryWords().map(\.text))
    // `total` is short for `day total` on the page that says so.
    let known = words.union(words.compactMap { $0.split(separator: " ").last.map(String.init) })
    var bold = 0
    for name in try pages().keys where name != "Glossary" {
      let text = try page(name).replacing(#/```(?s:.*?)```/#, with: "")
      for match in text.matches(of: #/\*\*([a-z][a-z -]*[a-z])\*\*/#) {
        let word = String(match.output.1)
        #expect(!known.isDisjoint(with: singulars(of: word)), "\(name): \(word)")
        bold += 1
      }
    }
    #expect(bold > 20)
  }

  /// Words of the model that mean what they mean everywhere.
  private static let ordinary: Set = [
    "completeness", "effort", "known", "muscle", "pattern", "sex", "tempo", "weight",
  ]

  @Test func `what the model calls by one word stands in the glossary`() throws {
    let rows = try glossaryWords()
    let known = Set(rows.map(\.text)).union(rows.compactMap(\.type?.localizedLowercase))
      .union(Self.ordinary)
    let types = try declaredTypes().filter {
      $0.path.hasPrefix("Sources/Model/") && $0.name.wholeMatch(of: #/[A-Z][a-z]+/#) != nil
    }
    #expect(types.count > 60)
    for type in types {
      let word = type.name.localizedLowercase
      #expect(!known.isDisjoint(with: singulars(of: word)), "\(type.path): \(type.name)")
    }
  }
}

/// A row of the glossary.
private struct GlossaryWord {
  var text: String
  /// The heading that it stands under, as links name it.
  var heading: String
  /// Whether it means something of its own here, and is linked.
  var isOwn: Bool
  var type: String?
}

private func glossaryWords() throws -> [GlossaryWord] {
  var heading = ""
  var words: [GlossaryWord] = []
  for line in try page("Glossary").split(separator: "\n") {
    if line.hasPrefix("## ") { heading = String(line.dropFirst(3).replacing(" ", with: "-")) }
    guard line.hasPrefix("| "), !line.hasPrefix("| word |") else { continue }
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let type = cells[3].filter { $0 != "`" }
    words.append(
      GlossaryWord(
        text: cells[1].filter { $0 != "*" }, heading: heading, isOwn: cells[1].hasPrefix("**"),
        type: type.isEmpty ? nil : type))
  }
  return words
}

/// What a word in the plural may be the plural of, and itself.
private func singulars(of word: String) -> Set<String> {
  var words: Set = [word]
  if word.hasSuffix("s") { words.insert(String(word.dropLast())) }
  if word.hasSuffix("es") { words.insert(String(word.dropLast(2))) }
  if word == "leaves" { words.insert("leaf") }
  return words
}

/// The sentences of a page behind its first, without code, tables, headings and pictures.
///
/// A link to the glossary is there as `⟦word⟧heading⟧`, and of any other its text alone.
private func proseWithMarkedLinks(of name: String) throws -> String {
  let text = try page(name).replacing(#/```(?s:.*?)```/#, with: "\n")
  let paragraphs = text.split(separator: "\n\n").map { paragraph in
    paragraph.split(separator: "\n").filter { line in
      !["|", "#", "!", "@", "}", "  @"].contains { line.hasPrefix($0) }
    }.joined(separator: " ")
  }.filter { !$0.isEmpty }
  return paragraphs.dropFirst().joined(separator: " ")
    .replacing(#/`[^`]*`/#, with: "·").replacing(#/<doc:[^>]*>/#, with: "·")
    .replacing(#/\[([^\]]*)\]\(doc:Glossary\#([^)]*)\)/#) { "⟦\($0.output.1)⟧\($0.output.2)⟧" }
    .replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.output.1 }
    .replacing(#/\s+/#, with: " ")
}
