import ArgumentParser
import DaymarkPipeline

/// The words that a shell offers when it completes an argument of a command.
extension CompletionKind {
  /// The names of templates.
  static let template = custom { _, _, _ in templateNames() }

  /// The ids of the challenges in the store, whose path is taken from the line so far.
  static let challenge = custom { words, _, _ in StoredNames(words).challenges }

  /// The ids of the subjects of the challenge whose id or folder stands in the line so far.
  static let subject = custom { words, _, _ in StoredNames(words).subjects }

  /// The paths of YAML files, among them a rule's, and of folders.
  static let rules = file(extensions: ["yaml"])
}

/// The ids in the store that an unfinished command line names; none where there is no store.
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
