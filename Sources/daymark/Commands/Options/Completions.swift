import ArgumentParser
import DaymarkPipeline

/// What a shell offers for an argument.
extension CompletionKind {
  /// The names of templates.
  static let template = custom { _, _, _ in templateNames() }

  /// The ids of challenges in the store that the line names.
  static let challenge = custom { words, _, _ in StoredNames(words).challenges }

  /// The ids of the subjects of the challenge that the line names, by its id or its folder.
  static let subject = custom { words, _, _ in StoredNames(words).subjects }

  /// A rule's file, or a folder.
  static let rules = file(extensions: ["yaml"])
}

/// What the store that a line names has to offer; nothing where there is none.
private struct StoredNames {
  let words: [String]

  init(_ words: [String]) { self.words = words }

  private var store: String {
    option("--store") ?? defaultStorePath(inOutputFolder: option("--out") ?? "out")
  }

  private func option(_ name: String) -> String? {
    if let word = words.last(where: { $0.hasPrefix("\(name)=") }) {
      return String(word.dropFirst(name.count + 1))
    }
    let place = words.lastIndex(of: name).map { words.index(after: $0) }
    return place.flatMap { words.indices.contains($0) ? words[$0] : nil }
  }

  var challenges: [String] { challengeNames(inStore: store) }

  var subjects: [String] {
    // A challenge's folder lies beside its store.
    words.lazy.map { subjectNames(ofChallenge: $0, inStore: store) }.first { !$0.isEmpty } ?? []
  }
}
