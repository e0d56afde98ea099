import DaymarkModel

/// The sets of one input's workout logs while they wait for the zone.
///
/// A log may have millions. So what a session's rows repeat is held once, amounts are understood at once,
/// and of a log that has more than anybody lifts most sets are moved out of memory. Who only counts
/// sessions need not keep them.
struct KeptSets {
  /// What the sets of a session have in common.
  fileprivate struct Header: Hashable {
    var source: UInt16
    var session: LoggedTime
    var sessionEnd: LoggedTime?
    /// - Units: seconds, in micro-units.
    var sessionDuration: Quantity?
    var bodyWeight: Quantity?
  }

  /// Sets that follow each other, packed.
  fileprivate struct Chunk {
    var sets = StrengthSets()
    /// Of each set the number of its header, its exercise, its start, line and byte: header, line and byte
    /// counted from those of the set before.
    var places: [UInt8] = []
    /// Where these lie, once they are moved out of memory.
    var storedPlaces: Range<Int>?
    var (header, line, byte) = (0, 0, 0)
  }

  private var headers: [Header] = []
  private var numbers: [Header: Int] = [:]
  /// The number of the header of the set before, whose session mostly goes on.
  private var last = 0
  private var chunks: [Chunk] = []
  private var count = 0
  private let most: Int
  private let store: (any ByteStore)?
  /// All sets, once there are more than are kept.
  private(set) var counted: CountedLog?

  private static let chunkCount = 4096
  /// The chunks that are held in memory: 65,536 sets, ten years of training, in a megabyte.
  private static let heldChunks = 16

  /// - Parameters:
  ///   - most: The number of sets that are kept; of more, sets are only counted, by session.
  ///   - store: The place for those that are too many to be held.
  init(most: Int = .max, store: (any ByteStore)? = nil) { (self.most, self.store) = (most, store) }

  /// The numbers of the sources of its sets.
  var sources: Set<UInt16> {
    counted?.sources ?? Set(headers.lazy.map(\.source))
  }

  /// Adds a set.
  ///
  /// - Parameter loseField: Is told of each amount that cannot be understood: the field is lost, the set
  ///   stays.
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

  /// Goes over to counting.
  private mutating func countSets() {
    var counted = CountedLog()
    takeOut { counted.add($0) }
    self.counted = counted
  }

  /// Takes the sets that are kept out, in their order.
  mutating func takeOut(_ take: (PlacedSet) -> Void) {
    for index in chunks.indices {
      // Its memory is given back behind it.
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

/// A time in eight bytes, in the order of time: one log has times of one kind.
struct PackedTime: Hashable, Comparable {
  let bits: Int64

  static let none = PackedTime(nil)

  init(bits: Int64) { self.bits = bits }

  /// Packs a time, its kind in the lowest two bits.
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

/// The sets of one exercise of a session that a newer export changed.
struct SetChange: Hashable, Comparable {
  var day: CivilDay
  /// Its number in the session, from 1.
  var exercise: Int

  static func < (a: SetChange, b: SetChange) -> Bool {
    (a.day, a.exercise) < (b.day, b.exercise)
  }

  /// Findings that are named one by one; an export in another unit changes every set.
  private static let mostNamed = 20

  /// A finding for each exercise of a session, and one for those beyond what anybody reads.
  ///
  /// - Parameter counts: The number of changed sets.
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
  /// The exercises of which an older export holds other sets, by number, and how many sets differ.
  ///
  /// Those that only the older one has are numbered behind the others.
  func changes(since older: StrengthSession) -> [(exercise: Int, count: Int)] {
    // Mostly nothing has changed.
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
