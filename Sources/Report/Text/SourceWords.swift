package import DaymarkModel

// The names of sources for people: their provider and kind, never their own names, which are
// private.

extension Source {
  /// The provider and kind: `Apple watch`.
  package var words: String {
    "\(provider.id.prefix(1).uppercased())\(provider.id.dropFirst()) \(deviceClass.id)"
  }
}

extension [Source] {
  /// The names of the sources; equal ones get a number.
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

  /// The name of a source by its rank.
  package func name(_ rank: Int) -> String {
    let names = names
    return names.indices.contains(rank) ? names[rank] : "source \(rank + 1)"
  }
}
