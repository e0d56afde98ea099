/// Finds the exercise that a name in a log means.
///
/// Names that the operator has settled come first, then those that apps use, then those of the
/// table. A name means an exercise only if its words mean no other one; it is never guessed. See
/// Strength, "Names".
package struct ExerciseNames: Sendable {
  private let exercises: [String: Exercise]
  /// The ids of exercises by the words of their names, in groups of falling precedence; the first
  /// group that has the words decides.
  private let groups: [[String: Set<String>]]

  package init(_ table: ExerciseTable) {
    exercises = Dictionary(table.exercises.map { ($0.id, $0) }) { first, _ in first }
    let names = table.exercises.map { ExerciseAlias(name: $0.name, id: $0.id) }
    groups = [table.settled, table.aliases, names].map { aliases in
      Dictionary(aliases.map { (bag($0.name), [$0.id]) }) { $0.union($1) }
    }
  }

  /// The exercise that a name means; `nil` when it means none, or more than one.
  package func exercise(named name: String) -> Exercise? {
    let words = bag(name)
    guard !words.isEmpty, let ids = groups.lazy.compactMap({ $0[words] }).first, ids.count == 1
    else { return nil }
    return ids.first.flatMap { exercises[$0] }
  }

  /// The id of the exercise that a name means, or its normalised words where it means none or
  /// several, so that names of the same meaning have the same key.
  package func key(of name: String) -> String { exercise(named: name)?.id ?? bag(name) }

  /// Whether two names have a word in common.
  package static func sharesWord(_ a: String, _ b: String) -> Bool {
    !Set(bag(a).split(separator: " ")).isDisjoint(with: bag(b).split(separator: " "))
  }

  /// The words that mean several exercises within one group, and therefore none.
  package var ambiguous: [String] {
    groups.flatMap { $0.filter { $0.value.count > 1 }.keys }.sorted()
  }

  /// The most candidates that are given.
  private static let mostCandidates = 3

  /// The exercises whose names share most words with a name that matches none, at most
  /// ``mostCandidates``.
  package func nearest(to name: String) -> [Exercise] {
    let words = Set(bag(name).split(separator: " "))
    var best: [String: (shared: Int, other: Int)] = [:]
    for (bag, ids) in groups.joined() {
      let others = Set(bag.split(separator: " "))
      let shared = words.intersection(others).count
      guard shared > 0 else { continue }
      let likeness = (shared: shared, other: words.union(others).count - shared)
      for id in ids where best[id].map({ isNearer(likeness, than: $0) }) ?? true {
        best[id] = likeness
      }
    }
    return
      best.sorted {
        isNearer($0.value, than: $1.value)
          || (!isNearer($1.value, than: $0.value) && $0.key < $1.key)
      }
      .prefix(Self.mostCandidates).compactMap { exercises[$0.key] }
  }

  /// A name in which each unknown word is replaced by the known word that was probably meant.
  ///
  /// - Parameters:
  ///   - name: The name as somebody typed it.
  ///   - near: Returns the nearest of some words, which are given in alphabetical order.
  package func respelled(_ name: String, near: (String, [String]) -> String?) -> String {
    let known = Set(groups.joined().flatMap { $0.key.split(separator: " ").map(String.init) })
      .union(synonyms.keys)
    let ordered = known.sorted()
    return name.lowercased().split { !$0.isLetter && !$0.isNumber && !isApostrophe($0) }
      .map {
        known.contains(singular(String($0))) ? String($0) : near(String($0), ordered) ?? String($0)
      }
      .joined(separator: " ")
  }

  /// Whether `a` shares a greater part of its words than `b`.
  private func isNearer(
    _ a: (shared: Int, other: Int), than b: (shared: Int, other: Int)
  ) -> Bool {
    a.shared * (b.shared + b.other) > b.shared * (a.shared + a.other)
  }
}

/// The normalised words of a name in alphabetical order.
///
/// Case, punctuation and brackets are removed, and plurals and spellings of a word are given one
/// form.
func bag(_ name: String) -> String {
  let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && !isApostrophe($0) }
  return words.map { $0.filter { !isApostrophe($0) } }
    .flatMap { synonyms[$0] ?? [$0] }
    .map(singular)
    .flatMap { synonyms[$0] ?? [$0] }
    .filter { !fillers.contains($0) }
    .sorted().joined(separator: " ")
}

private func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

/// A word without the plural's s; words that end in ss, such as `press`, stay as they are.
private func singular(_ word: String) -> String {
  word.count > 2 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
}

/// The words that do not help to tell exercises apart.
private let fillers: Set<String> = ["the", "a", "an", "and", "with", "of", "to"]

/// The words that are replaced by others, each by one or more.
private let synonyms: [String: [String]] = [
  "bb": ["barbell"], "db": ["dumbbell"], "dumbell": ["dumbbell"], "kb": ["kettlebell"],
  "bw": ["bodyweight"], "cg": ["close", "grip"], "lh": ["langhantel"],
  "kh": ["kurzhantel"], "bp": ["bench", "press"], "ohp": ["overhead", "press"],
  "rdl": ["romanian", "deadlift"], "rdls": ["romanian", "deadlift"],
  "sldl": ["stiff", "leg", "deadlift"], "dl": ["deadlift"],
  "pullup": ["pull", "up"], "pushup": ["push", "up"], "chinup": ["chin", "up"],
  "situp": ["sit", "up"], "stepup": ["step", "up"], "getup": ["get", "up"],
  "pulldown": ["pull", "down"], "pushdown": ["push", "down"],
  "skullcrusher": ["skull", "crusher"], "pullover": ["pull", "over"],
  "flye": ["fly"], "flies": ["fly"], "legged": ["leg"], "armed": ["arm"], "onearm": ["one", "arm"],
  "benchpress": ["bench", "press"],
  "crossover": ["cross", "over"], "woodchop": ["wood", "chop"], "hyper": ["hyperextension"],
]
