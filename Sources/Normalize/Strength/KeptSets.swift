import DaymarkModel

/// The sets of one input's workout logs while they wait for the zone.
///
/// A log may have millions. So what a session's rows repeat is held once, amounts are understood at once,
/// and memory is given back while the sets are taken out. Who only counts sessions need not keep the sets
/// of a log that has more than anybody lifts.
struct KeptSets {
  /// What the sets of a session have in common.
  private struct Header: Hashable {
    var source: UInt16
    var session: LoggedTime
    var sessionEnd: LoggedTime?
    /// - Units: seconds, in micro-units.
    var sessionDuration: Quantity?
    var bodyWeight: Quantity?
  }

  private struct Kept {
    var header: UInt32
    var exercise: UInt16
    var start: LoggedTime?
    var set: StrengthSet
    var line: Int
    var byte: Int
  }

  private var headers: [Header] = []
  private var chunks: [[Kept]] = []
  private var count = 0
  private let most: Int
  /// All sets, once there are more than are kept.
  private(set) var counted: CountedLog?

  private static let chunkCount = 4096

  /// - Parameter most: The number of sets that are kept; of more, sets are only counted, by session.
  init(most: Int = .max) { self.most = most }

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
    let header = Header(
      source: logged.source, session: placed.session, sessionEnd: placed.sessionEnd,
      sessionDuration: placed.sessionDuration, bodyWeight: placed.bodyWeight)
    count += 1
    if counted == nil, count > most { countSets() }
    if counted != nil {
      counted?.add(placed)
      return
    }
    if headers.last != header { headers.append(header) }
    if chunks.last?.count ?? Self.chunkCount == Self.chunkCount {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkCount)
    }
    chunks[chunks.count - 1].append(
      Kept(
        header: UInt32(headers.count - 1), exercise: logged.exercise, start: placed.start,
        set: placed.set, line: logged.line, byte: logged.byte))
  }

  /// Goes over to counting.
  private mutating func countSets() {
    var counted = CountedLog()
    takeOut(exercises: []) { counted.add($0) }
    self.counted = counted
  }

  /// Takes the sets that are kept out, in their order.
  ///
  /// - Parameter exercises: The names of the input's exercises.
  mutating func takeOut(exercises: [String], _ take: (PlacedSet) -> Void) {
    for index in chunks.indices {
      var chunk: [Kept] = []
      swap(&chunk, &chunks[index])
      for kept in chunk {
        let header = headers[Int(kept.header)]
        var set = kept.set
        let number = Int(kept.exercise)
        set.exercise = exercises.indices.contains(number) ? exercises[number] : nil
        take(
          PlacedSet(
            session: header.session, sessionEnd: header.sessionEnd,
            sessionDuration: header.sessionDuration, bodyWeight: header.bodyWeight,
            start: kept.start, set: set,
            place: RecordPlace(line: kept.line, byte: kept.byte, source: header.source)))
      }
    }
    (headers, chunks) = ([], [])
  }
}
