import DaymarkModel

/// The sets of one input's workout logs, which wait for the time zone.
///
/// A log may have millions of sets. The facts that a session's rows repeat are therefore stored
/// once, amounts are converted at once, and most sets of a very large log are moved out of memory.
/// If only sessions are counted, the sets need not be kept.
struct KeptSets {
  /// The facts that the sets of a session share.
  fileprivate struct Header: Hashable {
    var source: UInt16
    var session: LoggedTime
    var sessionEnd: LoggedTime?
    /// The duration that the log states for the session, in millionths of a second.
    var sessionDuration: Quantity?
    var bodyWeight: Quantity?
  }

  /// Consecutive sets in packed form.
  fileprivate struct Chunk {
    var sets = StrengthSets()
    /// For each set the number of its header, its exercise, start, line and byte.
    ///
    /// Header, line and byte are differences from the set before.
    var places: [UInt8] = []
    /// The position of ``places`` in the store; `nil` while they are in memory.
    var storedPlaces: Range<Int>?
    var (header, line, byte) = (0, 0, 0)
  }

  private var headers: [Header] = []
  private var numbers: [Header: Int] = [:]
  /// The number of the last set's header.
  ///
  /// Its session usually continues.
  private var last = 0
  private var chunks: [Chunk] = []
  private var count = 0
  private let most: Int
  private let store: (any ByteStore)?
  /// The counted sets; `nil` while all sets are kept.
  private(set) var counted: CountedLog?

  private static let chunkCount = 4096
  /// The number of chunks in memory: 65,536 sets, which are ten years of training, in a megabyte.
  private static let heldChunks = 16

  /// Makes the list of one input, before its logs are read.
  ///
  /// - Parameters:
  ///   - most: The number of sets up to which all are kept. If there are more, the sets of each
  ///     session are only counted.
  ///   - store: The place for sets that do not fit into memory.
  init(most: Int = .max, store: (any ByteStore)? = nil) { (self.most, self.store) = (most, store) }

  /// The numbers of the sets' sources.
  var sources: Set<UInt16> {
    counted?.sources ?? Set(headers.lazy.map(\.source))
  }

  /// Adds a set.
  ///
  /// - Parameter loseField: The function that is called for each amount that cannot be understood.
  ///   The set loses only that field.
  mutating func add(_ logged: LoggedSet, loseField: (RecordConversion.Failure) -> Void) {
    let placed = logged.placed(loseField: loseField)
    count += 1
    if counted == nil, count > most { countSets() }
    if counted != nil {
      counted?.add(placed)
      return
    }
    let header = Header(
      source: logged.source, session: placed.session, sessionEnd: placed.sessionEnd,
      sessionDuration: placed.sessionDuration, bodyWeight: placed.bodyWeight)
    if headers.isEmpty || headers[last] != header { last = number(of: header) }
    if chunks.last?.sets.count ?? Self.chunkCount == Self.chunkCount { beginChunk() }
    chunks[chunks.count - 1].add(placed, header: last)
  }

  private mutating func number(of header: Header) -> Int {
    if let known = numbers[header] { return known }
    headers.append(header)
    numbers[header] = headers.count - 1
    return headers.count - 1
  }

  private mutating func beginChunk() {
    if let store, chunks.count >= Self.heldChunks { chunks[chunks.count - 1].move(to: store) }
    chunks.append(Chunk())
  }

  /// Changes from keeping sets to counting them.
  private mutating func countSets() {
    var counted = CountedLog()
    takeOut { counted.add($0) }
    self.counted = counted
  }

  /// Moves out the kept sets, in their order.
  mutating func takeOut(_ take: (PlacedSet) -> Void) {
    for index in chunks.indices {
      // The memory of each chunk is freed after its sets are moved.
      var chunk = Chunk()
      swap(&chunk, &chunks[index])
      chunk.visit(headers, store, take)
    }
    (headers, numbers, chunks) = ([], [:], [])
  }
}

extension KeptSets.Chunk {
  mutating func add(_ placed: PlacedSet, header number: Int) {
    sets.append(placed.set, exercise: nil)
    let (line, byte) = (placed.place.line ?? 1, placed.place.byte)
    places.append(zigZag: Int64(number - header))
    let exercise = placed.exercise.map { $0 + 1 } ?? 0
    places.append(varint: UInt64(exercise * 2 + (placed.start == nil ? 0 : 1)))
    if placed.start != nil { places.append(zigZag: PackedTime(placed.start).bits) }
    places.append(zigZag: Int64(line - self.line))
    places.append(zigZag: Int64(byte - self.byte))
    (header, self.line, self.byte) = (number, line, byte)
  }

  mutating func move(to store: any ByteStore) {
    sets.move(to: store)
    storedPlaces = store.append(places)
    if storedPlaces != nil { places = [] }
  }

  func visit(
    _ headers: [KeptSets.Header], _ store: (any ByteStore)?, _ take: (PlacedSet) -> Void
  ) {
    var numbers = PackedNumbers(storedPlaces.flatMap { store?.bytes(at: $0) } ?? places)
    var (number, line, byte) = (0, 0, 0)
    for set in sets {
      number += Int(numbers.nextZigZag())
      let (exercise, hasStart) = Int(numbers.nextVarint()).quotientAndRemainder(dividingBy: 2)
      let start = hasStart == 1 ? PackedTime(bits: numbers.nextZigZag()).time : nil
      line += Int(numbers.nextZigZag())
      byte += Int(numbers.nextZigZag())
      let header = headers[number]
      take(
        PlacedSet(
          session: header.session, sessionEnd: header.sessionEnd,
          sessionDuration: header.sessionDuration, bodyWeight: header.bodyWeight, start: start,
          set: set, exercise: exercise == 0 ? nil : exercise - 1,
          place: RecordPlace(line: line, byte: byte, source: header.source)))
    }
  }
}

/// A time in eight bytes, in chronological order if all times of a log are of one kind.
struct PackedTime: Hashable, Comparable {
  let bits: Int64

  static let none = PackedTime(nil)

  init(bits: Int64) { self.bits = bits }

  /// Packs a time, with its kind in the lowest two bits.
  init(_ time: LoggedTime?) {
    bits =
      switch time {
      case .at(let instant): instant.milliseconds << 2
      case .wall(let instant): instant.milliseconds << 2 | 1
      case .day(let day): Int64(day.ordinal) << 2 | 2
      case .dayOf(let instant): instant.milliseconds << 2 | 3
      case nil: .min
      }
  }

  var time: LoggedTime? {
    if bits == .min { return nil }
    let value = bits >> 2
    return switch bits & 3 {
    case 0: .at(Instant(milliseconds: value))
    case 1: .wall(Instant(milliseconds: value))
    case 2: .day(CivilDay(ordinal: Int32(truncatingIfNeeded: value)))
    default: .dayOf(Instant(milliseconds: value))
    }
  }

  static func < (a: PackedTime, b: PackedTime) -> Bool { a.bits < b.bits }
}

/// A change, in a newer export, to the sets of one exercise in a session.
struct SetChange: Hashable, Comparable {
  var day: CivilDay
  /// The number of the exercise in the session, from 1.
  var exercise: Int

  static func < (a: SetChange, b: SetChange) -> Bool {
    (a.day, a.exercise) < (b.day, b.exercise)
  }

  /// The maximum number of single findings.
  ///
  /// An export in another unit changes every set.
  private static let mostNamed = 20

  /// Returns a finding for each exercise of a session, and one for all those after the first 20.
  ///
  /// - Parameter counts: The number of changed sets for each.
  static func findings(of counts: [SetChange: Int]) -> [Finding] {
    let ordered = counts.sorted { $0.key < $1.key }
    var findings = ordered.prefix(mostNamed).map { change, count in
      Finding(.logRevised, count: count) { ($0.day, $0.exercise) = (change.day, change.exercise) }
    }
    let rest = ordered.dropFirst(mostNamed).reduce(0) { $0 + $1.value }
    if rest > 0 { findings.append(Finding(.logRevised, count: rest)) }
    return findings
  }
}

extension StrengthSession {
  /// Returns the exercises with other sets than in an older export, by number, with the number of
  /// different sets.
  ///
  /// Exercises that only the older export has follow the others.
  func changes(since older: StrengthSession) -> [(exercise: Int, count: Int)] {
    // Usually nothing has changed.
    if sets == older.sets { return [] }
    let (new, old) = (setsByExercise, older.setsByExercise)
    let names = new.names + old.names.filter { new.sets[$0] == nil }
    return names.enumerated().compactMap { index, name in
      let (a, b) = (new.sets[name] ?? [], old.sets[name] ?? [])
      let count = zip(a, b).count { $0 != $1 } + abs(a.count - b.count)
      return count == 0 ? nil : (index + 1, count)
    }
  }

  private var setsByExercise: (names: [String?], sets: [String?: [StrengthSet]]) {
    var names: [String?] = []
    var sets: [String?: [StrengthSet]] = [:]
    for set in self.sets {
      if sets[set.exercise] == nil { names.append(set.exercise) }
      sets[set.exercise, default: []].append(set)
    }
    return (names, sets)
  }
}
