import DaymarkTestSupport
import Foundation
import Testing

/// Holds the names of types against the glossary: one word for one thing.
struct GlossaryTests {
  @Test func `every type that the glossary names is declared`() throws {
    let declared = Set(try declaredTypes().map(\.name))
    let named = try page("Glossary").matches(of: #/`([A-Z][A-Za-z.]*)`/#)
      .map { String($0.output.1) }
    #expect(named.count > 40)
    for name in named { #expect(declared.contains(name), "\(name)") }
  }

  @Test func `every word of the glossary stands there once and says what it is`() throws {
    let rows = try tableRows(of: "Glossary").filter { $0.first != "word" && $0.first != "---" }
    let words = rows.compactMap { $0.first?.filter { $0 != "*" } }
    #expect(words.count == Set(words).count)
    for row in rows {
      #expect(row.count == 3 && !row[0].isEmpty && row[1].count > 10, "\(row)")
      #expect(row[2].isEmpty || row[2].wholeMatch(of: #/`[A-Z][A-Za-z.]*`/#) != nil, "\(row)")
    }
  }

  @Test func `no two types that stand by themselves have one name`() throws {
    // The courier has some files of daymark's, by links.
    let types = try declaredTypes().filter {
      !$0.name.contains(".") && !$0.path.hasPrefix("Sources/daymark-courier/Shared/")
    }
    for (name, found) in Dictionary(grouping: types, by: \.name) where found.count > 1 {
      Issue.record("\(name): \(found.map(\.path).sorted())")
    }
  }

  /// The suffixes that say what becomes of a value, and the folders of what may have them.
  private static let suffixes = [
    // What is printed.
    ("Listing", ["Sources/daymark/Listings/", "Sources/daymark-courier/"]),
    // What is written; or, where it is read, a document that was handed in.
    (
      "Document",
      [
        "Sources/Documents/", "Sources/Emit/", "Sources/Pipeline/", "Sources/Store/",
        "Sources/Ingest/", "Sources/Model/Inputs/InputFacts.swift",
      ]
    ),
    // What is typed.
    ("Command", ["Sources/daymark", "Sources/Delivery/"]),
  ]

  @Test(arguments: suffixes)
  func `one suffix is of one thing`(suffix: String, folders: [String]) throws {
    let types = try declaredTypes().filter { $0.name.hasSuffix(suffix) }
    #expect(!types.isEmpty, "\(suffix)")
    for type in types {
      #expect(folders.contains { type.path.hasPrefix($0) }, "\(type.path): \(type.name)")
    }
  }

  private static let empty: Set = [
    "Helper", "Helpers", "Look", "Manager", "Taken", "Utilities", "Utils",
  ]

  @Test func `no type is called by a word that says nothing`() throws {
    for type in try declaredTypes() {
      let last = type.name.split(separator: ".").last.map(String.init) ?? type.name
      let words = last.matches(of: #/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/#).map { String($0.output) }
      #expect(Self.empty.isDisjoint(with: words), "\(type.path): \(type.name)")
    }
  }

  /// Words that the glossary gives to one thing, and every type that may be called by them.
  private static let words = [
    ("Outcome", ["Outcome", "OutcomeGroup"]),
    (
      "Reading",
      [
        "Reading", "ReadingKey", "ReadingOrigin", "ReadingParameters", "ReadingJob",
        "ReadingDocument",
      ]
    ),
    (
      "Standing",
      ["DayStanding", "Explanation.Day.Standing", "FeatStanding", "Leaderboard.Standing"]
    ),
    ("Turn", ["DocumentTurn"]),
  ]

  @Test(arguments: words)
  func `a word of the glossary names nothing else`(word: String, types: [String]) throws {
    let found = try declaredTypes().filter { type in
      // The words of the last part of a name: `DayStanding`, not `StandingsTable`.
      let last = type.name.split(separator: ".").last.map(String.init) ?? type.name
      return last.matches(of: #/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/#).contains { $0.output == word }
    }
    #expect(Set(found.map(\.name)).isSubset(of: types), "\(found)")
  }
}

/// A type as a file of `Sources` declares it.
struct DeclaredType: Sendable {
  /// With the names of the types that it is declared in: `Leaderboard.Standing`.
  var name: String
  /// Relative to the package.
  var path: String
}

/// Every type of `Sources`; they are looked for once.
func declaredTypes() throws -> [DeclaredType] { try declarations.get() }

private let declarations = Result { try readDeclarations() }

/// Goes by the indentation of declarations, which `swift format` sees to.
private func readDeclarations() throws -> [DeclaredType] {
  let modifiers = "(?:(?:package|public|internal|fileprivate|private|final|indirect|nonisolated) )*"
  let kinds = "(?:struct|class|enum|protocol|actor|typealias)"
  let declaration = try Regex(
    "( *)(?:@\\w+(?:\\([^)]*\\))? )*\(modifiers)\(kinds) (?!func|var|let)(\\w+)",
    as: (Substring, Substring, Substring).self)
  let extending = try Regex(
    "( *)\(modifiers)extension ([\\w.]+)", as: (Substring, Substring, Substring).self)
  return try sourceFiles(under: "Sources").flatMap { file in
    var types: [DeclaredType] = []
    var open: [(indentation: Int, name: String)] = []
    var isText = false
    for line in file.text.split(separator: "\n") {
      // The text of a literal of several lines declares nothing.
      if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
        isText.toggle()
        continue
      }
      if isText { continue }
      if let match = line.prefixMatch(of: declaration) {
        let indentation = match.output.1.count
        open.removeAll { $0.indentation >= indentation }
        let name = String(match.output.2)
        types.append(
          DeclaredType(name: (open.map(\.name) + [name]).joined(separator: "."), path: file.path))
        open.append((indentation, name))
      } else if let match = line.prefixMatch(of: extending) {
        let indentation = match.output.1.count
        open.removeAll { $0.indentation >= indentation }
        open.append((indentation, String(match.output.2)))
      }
    }
    return types
  }
}
