/// The sets of one session, in the order of the file, each numbered among those of its exercise.
///
/// A log may have millions of sets. So they are packed, mostly in a dozen bytes, and each is made anew
/// when it is looked at. Those of a log with more than anybody lifts lie in a file.
package struct StrengthSets: Sendable {
  /// The names of exercises that sets have by number.
  private let exercises: [String]
  private var bytes: [UInt8] = []
  /// Where sets lie that come before those in `bytes`.
  private var stored: [Range<Int>] = []
  private var store: (any ByteStore)?
  /// The number of sets.
  package private(set) var count = 0

  /// Begins with no set.
  ///
  /// - Parameter exercises: The names, each once, of those that are added by number; many sessions may
  ///   share them.
  package init(exercises: [String] = []) { self.exercises = exercises }

  /// Packs sets, and numbers them anew: their ``StrengthSet/ordinal`` is not looked at.
  package init(_ sets: some Sequence<StrengthSet>) {
    var exercises: [String] = []
    var numbers: [String: Int] = [:]
    var packed = StrengthSets()
    for set in sets {
      let number = set.exercise.map { name in
        if let known = numbers[name] { return known }
        exercises.append(name)
        numbers[name] = exercises.count - 1
        return exercises.count - 1
      }
      packed.append(set, exercise: number)
    }
    (self.exercises, bytes, count) = (exercises, packed.bytes, packed.count)
  }

  /// Adds a set.
  ///
  /// - Parameters:
  ///   - set: Its ``StrengthSet/exercise`` and ``StrengthSet/ordinal`` are not looked at.
  ///   - exercise: The number of the exercise's name.
  package mutating func append(_ set: StrengthSet, exercise: Int?) {
    bytes.append(set, exercise: exercise)
    count += 1
  }

  /// The bytes of memory that the sets take.
  package var heldBytes: Int { bytes.count }

  /// Moves the sets out of memory, if there is room elsewhere.
  ///
  /// - Parameter store: The same every time.
  package mutating func move(to store: any ByteStore) {
    guard !bytes.isEmpty, let range = store.append(bytes) else { return }
    self.store = store
    stored.append(range)
    bytes = []
  }

  /// Whether there is no set.
  package var isEmpty: Bool { count == 0 }
}

extension StrengthSets: Sequence {
  /// Goes through the sets from the first.
  package struct Iterator: IteratorProtocol {
    private let sets: StrengthSets
    private var packed = PackedSets(bytes: [])
    /// The number of parts that were begun: those that are stored, and the one that is held.
    private var begun = 0
    /// The sets of each exercise so far.
    private var counts: [Int?: Int] = [:]

    fileprivate init(_ sets: StrengthSets) { self.sets = sets }

    /// The next set; `nil` behind the last.
    package mutating func next() -> StrengthSet? {
      while packed.isAtEnd {
        guard let bytes = nextPart() else { return nil }
        packed = PackedSets(bytes: bytes)
      }
      var (set, exercise) = packed.next()
      set.exercise = exercise.flatMap {
        sets.exercises.indices.contains($0) ? sets.exercises[$0] : nil
      }
      set.ordinal = counts[exercise, default: 0] + 1
      counts[exercise] = set.ordinal
      return set
    }

    private mutating func nextPart() -> [UInt8]? {
      guard begun <= sets.stored.count else { return nil }
      defer { begun += 1 }
      guard begun < sets.stored.count else { return sets.bytes }
      return sets.store?.bytes(at: sets.stored[begun])
    }
  }

  /// Goes through the sets.
  package func makeIterator() -> Iterator { Iterator(self) }

  /// The number of sets.
  package var underestimatedCount: Int { count }
}

extension StrengthSets: Hashable {
  /// Whether the sets are the same, however their exercises are numbered.
  package static func == (a: StrengthSets, b: StrengthSets) -> Bool {
    a.count == b.count && a.elementsEqual(b)
  }

  /// Hashes the sets.
  package func hash(into hasher: inout Hasher) {
    for set in self { hasher.combine(set) }
  }
}

extension StrengthSets: ExpressibleByArrayLiteral {
  /// Packs sets.
  package init(arrayLiteral sets: StrengthSet...) { self.init(sets) }
}
