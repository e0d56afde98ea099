import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Holds merging and what sessions give against a slow and obvious way to do both.
struct ReferenceSessionTests {
  /// 0 the watch, whose workouts give nothing themselves, 1 and 2 trackers.
  private static let sources = [watch, trackerSources[0], trackerSources[2]]

  @Test(arguments: Sweep.over(0..<300, step: 5))
  func `sessions and their samples equal the obvious ones`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = at("2025-09-01T22:00:00Z")
    let activities = (0..<Int.random(in: 1...9, using: &random)).map { index in
      randomActivity(&random, input: index, from: first)
    }
    let records = (0..<6).map { _ in
      let start = first.advanced(
        byMilliseconds: Int64.random(in: 0..<14_000, using: &random) * 1000)
      return sample(
        Int.random(in: 0..<900, using: &random), start,
        start.advanced(byMilliseconds: Int64.random(in: 1..<1000, using: &random) * 1000),
        source: UInt16.random(in: 0..<3, using: &random))
    }
    let all = subject(activities, records: [.distanceCycling: records], sources: Self.sources)
    let sessions = ReferenceSession.merged(activities)
    let reference = ReferenceSweep(
      samples: records + sessions.flatMap(\.samples), calendar: DayCalendar(zone: .utc),
      period: nil)
    let result = aggregate(all, over: nil)
    #expect(
      Set(result.sessions.map(\.inputs))
        == Set(sessions.map { $0.members.map(\.input) }))
    let distances = result.days.filter { $0.metric == .distanceCycling }
    #expect(distances.map { "\($0.day): \(text($0.value))" } == reference.values)
  }

  @Test(arguments: 0..<100)
  func `the scaled parts add up to exactly the total`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ride = recording(.cycle, "00:00:00", "23:00:00")
    var distance: Int64 = 0
    ride.track = (0..<Int.random(in: 2...200, using: &random)).map { index in
      distance += Int64.random(in: -1_000_000..<30_000_000, using: &random)
      return TrackPoint(
        at: clock("00:00:00").advanced(byMilliseconds: Int64(index) * 7000),
        distance: Quantity(microUnits: distance), beginsSegment: index % 50 == 49)
    }
    let micro = Int64.random(in: 0..<90_000_000_000, using: &random)
    ride.values = [.distanceMeters: Quantity(microUnits: micro)]
    // A period that ends within the track, and the rest: nothing is lost between them.
    let cut = clock("00:00:00").advanced(
      byMilliseconds: Int64.random(in: 1..<1_400_000, using: &random))
    let whole = aggregate(subject([ride]), over: nil).days.first?.value
    #expect(whole == Quantity(microUnits: micro).rounded(toMultipleOf: 10_000))
    let parts = [Interval(clock("00:00:00"), cut), Interval(cut, clock("23:59:59"))].map {
      aggregate(subject([ride]), over: .instants($0)).days.first?.value?.microUnits ?? 0
    }
    // Each of the two is rounded to 10,000 micro-meters, as is the whole.
    #expect(abs(parts[0] + parts[1] - (whole?.microUnits ?? 0)) <= 10_000)
  }

  private func randomActivity(
    _ random: inout SeededGenerator, input: Int, from first: Instant
  ) -> Activity {
    func second(_ range: Range<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
    // Mostly near one of three starts, so that many overlap by about four fifths.
    let begin = [0, 4000, 8000].randomElement(using: &random).map { $0 + second(0..<300) } ?? 0
    let start = first.advanced(byMilliseconds: begin * 1000)
    let length = second(0..<12) == 0 ? 0 : second(900..<1500)
    let source = UInt16.random(in: 0..<3, using: &random)
    var activity = Activity(
      kind: [.cycle, .cycle, .other, .run].randomElement(using: &random) ?? .cycle, start: start,
      end: start.advanced(byMilliseconds: length * 1000), source: source,
      input: input, isDistanceComputed: Bool.random(using: &random),
      detail: source == 0
        ? .summary : [.device, .laps, .track].randomElement(using: &random) ?? .device,
      contribution: source == 0 ? .nothing : .samples)
    if Int.random(in: 0..<4, using: &random) > 0 {
      activity.values[.distanceMeters] = Quantity(microUnits: second(0..<40_000_000_000))
    }
    if source != 0, Bool.random(using: &random) {
      var meters: Int64 = 0
      activity.track = stride(from: 0, through: length, by: 60).map { offset in
        meters += second(-10..<200)
        return TrackPoint(
          at: start.advanced(byMilliseconds: offset * 1000),
          distance: second(0..<9) == 0 ? nil : Quantity(microUnits: meters * 1_000_000),
          beginsSegment: second(0..<9) == 0)
      }
    }
    return activity
  }
}

/// Semantics, "Sessions", as it is written, for rides.
struct ReferenceSession {
  private(set) var members: [Activity]

  static func merged(_ activities: [Activity]) -> [ReferenceSession] {
    let walk = activities.sorted { a, b in
      (a.source, a.start, b.end, a.detail) < (b.source, b.start, a.end, b.detail)
    }
    var standing: [ReferenceSession] = []
    for activity in walk {
      if let index = standing.firstIndex(where: { $0.isSame(as: activity) }) {
        standing[index].members.append(activity)
      } else {
        standing.append(ReferenceSession(members: [activity]))
      }
    }
    return standing
  }

  private var kind: ActivityKind { members.map(\.kind).first { $0 != .other } ?? .other }

  private func isSame(as other: Activity) -> Bool {
    let best = members[0]
    // Each is of an input of its own; the watch's are of Apple exports.
    guard best.source != 0 || other.source != 0 else { return false }
    guard kind == other.kind || kind == .other || other.kind == .other else { return false }
    func seconds(_ a: Activity) -> Set<Int64> {
      Set(stride(from: a.start.milliseconds, to: a.end.milliseconds, by: 1000))
    }
    let (x, y) = (seconds(best), seconds(other))
    if x.isEmpty, y.isEmpty { return best.start == other.start }
    if x.isEmpty { return y.contains(best.start.milliseconds) }
    if y.isEmpty { return x.contains(other.start.milliseconds) }
    return x.intersection(y).count * 5 >= min(x.count, y.count) * 4
  }

  var samples: [Sample] {
    // The standing one gives, filled from all; an Apple workout leaves it to those that give.
    let giving = members.filter { $0.contribution == .samples }
    let filling = members[0].contribution == .samples ? members : giving
    let withDistance = filling.filter { $0.values[.distanceMeters] != nil }
    guard kind == .cycle, let base = giving.first,
      let origin = withDistance.first(where: { !$0.isDistanceComputed }) ?? withDistance.first,
      let total = origin.values[.distanceMeters]
    else { return [] }
    var segment = 0
    var points: [(at: Instant, micro: Int64, segment: Int)] = []
    for point in base.track {
      if point.beginsSegment { segment += 1 }
      if let distance = point.distance { points.append((point.at, distance.microUnits, segment)) }
    }
    let pairs = zip(points, points.dropFirst()).filter { $0.segment == $1.segment }
    let ways = pairs.map { Int128(max(0, $1.micro - $0.micro)) }
    let length = ways.reduce(0, +)
    guard length > 0 else {
      return [Sample(start: base.start, end: base.end, value: total, source: base.source)]
    }
    func upTo(_ count: Int) -> Int128 {
      // floor(x + 1/2) of what is not negative.
      let way = ways.prefix(count).reduce(0, +)
      return (2 * Int128(total.microUnits) * way + length) / (2 * length)
    }
    return pairs.indices.map { index in
      Sample(
        start: pairs[index].0.at, end: pairs[index].1.at,
        value: Quantity(microUnits: Int64(upTo(index + 1) - upTo(index))), source: base.source)
    }
  }
}
