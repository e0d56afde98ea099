package import DaymarkModel

// What sources are called where people see them: by maker and kind, never by their own names.

extension Source {
  /// `Apple watch`.
  package var words: String {
    "\(provider.id.prefix(1).uppercased())\(provider.id.dropFirst()) \(deviceClass.id)"
  }
}

extension [Source] {
  /// Each by its words, those that are alike with a number behind.
  package var names: [String] {
    var all: [String: Int] = [:]
    for source in self { all[source.words, default: 0] += 1 }
    var seen: [String: Int] = [:]
    return map { source in
      seen[source.words, default: 0] += 1
      return all[source.words] ?? 0 > 1
        ? "\(source.words) \(seen[source.words] ?? 0)" : source.words
    }
  }

  /// The name of one, by its rank.
  package func name(_ rank: Int) -> String {
    let names = names
    return names.indices.contains(rank) ? names[rank] : "source \(rank + 1)"
  }
}
