/// The sets of one session in the order of the file, packed into bytes.
///
/// A log may have millions of sets. Packed, most take a dozen bytes, and each is decoded when it is
/// iterated over. Sets beyond what anybody lifts in a session are kept in a file.
package struct StrengthSets: Sendable {
  /// The names of exercises; sets refer to them by index.
  private let exercises: [String]
  private var bytes: [UInt8] = []
  /// The ranges of bytes in ``store``, to which the first sets were moved; the others are in
  /// ``bytes``.
  private var stored: [Range<Int>] = []
  private var store: (any ByteStore)?
  /// The number of sets.
  package private(set) var count = 0

  /// Makes an empty list.
  ///
  /// - Parameter exercises: The names, each once, to which ``append(_:exercise:)`` refers by index;
  ///   sessions can share one array.
  package init(exercises: [String] = []) { self.exercises = exercises }

  /// Packs sets; they get new ordinals, so that their own are ignored.
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
  ///   - set: The set, whose ``StrengthSet/exercise`` and ``StrengthSet/ordinal`` are ignored.
  ///   - exercise: The index of the exercise's name; `nil` for none.
  package mutating func append(_ set: StrengthSet, exercise: Int?) {
    bytes.append(set, exercise: exercise)
    count += 1
  }

  /// The number of bytes that the sets take in memory.
  package var heldBytes: Int { bytes.count }

  /// Moves the sets out of memory if the store has room.
  ///
  /// - Parameter store: The store, which must be the same for every call.
  package mutating func move(to store: any ByteStore) {
    guard !bytes.isEmpty, let range = store.append(bytes) else { return }
    self.store = store
    stored.append(range)
    bytes = []
  }

  /// Whether there are no sets.
  package var isEmpty: Bool { count == 0 }
}

extension StrengthSets: Sequence {
  package struct Iterator: IteratorProtocol {
    private let sets: StrengthSets
    private var packed = PackedSets(bytes: [])
    /// The number of packed parts that were begun; the ranges in the store come before the bytes in
    /// memory.
    private var begun = 0
    /// The number of sets of each exercise so far, from which ordinals follow.
    private var counts: [Int?: Int] = [:]

    fileprivate init(_ sets: StrengthSets) { self.sets = sets }

    /// The next set; `nil` after the last.
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

  package func makeIterator() -> Iterator { Iterator(self) }

  /// The number of sets, which lets a collection reserve room for all.
  package var underestimatedCount: Int { count }
}

extension StrengthSets: Hashable {
  /// Whether the sets are equal, even if their exercises are numbered differently.
  package static func == (a: StrengthSets, b: StrengthSets) -> Bool {
    a.count == b.count && a.elementsEqual(b)
  }

  package func hash(into hasher: inout Hasher) {
    for set in self { hasher.combine(set) }
  }
}

extension StrengthSets: ExpressibleByArrayLiteral {
  package init(arrayLiteral sets: StrengthSet...) { self.init(sets) }
}
