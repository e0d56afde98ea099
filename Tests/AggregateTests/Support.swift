import DaymarkModel
import DaymarkTestSupport
import Testing

/// An instant of RFC 3339 text.
func at(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Instant {
  guard let instant = Instant(rfc3339: text) else {
    Issue.record("'\(text)' is no instant", sourceLocation: sourceLocation)
    return Instant(milliseconds: 0)
  }
  return instant
}

func day(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> CivilDay {
  guard let day = CivilDay(text) else {
    Issue.record("'\(text)' is no date", sourceLocation: sourceLocation)
    return CivilDay(ordinal: 0)
  }
  return day
}

/// 2025-09-01, a day of 24 hours in the zones of these tests, at a wall clock time of UTC.
func clock(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Instant {
  at("2025-09-01T\(text)Z", sourceLocation: sourceLocation)
}

let watch = Source(provider: "apple", name: "Watch", deviceClass: .watch)
let phone = Source(provider: "apple", name: "Phone", deviceClass: .phone)
let app = Source(provider: "apple", name: "App", deviceClass: .app)

/// - Parameter created: `nil` where the file does not say.
func sample(
  _ value: Int, _ start: Instant, _ end: Instant? = nil, source: UInt16 = 0,
  created: Instant? = nil, isUserEntered: Bool = false
) -> Sample {
  sample(
    micro: Int64(value) * 1_000_000, start, end, source: source, created: created,
    isUserEntered: isUserEntered)
}

func sample(
  micro: Int64, _ start: Instant, _ end: Instant? = nil, source: UInt16 = 0,
  created: Instant? = nil, isUserEntered: Bool = false
) -> Sample {
  Sample(
    start: start, end: end ?? start, value: Quantity(microUnits: micro), source: source,
    created: created.map { UInt32(clamping: $0.secondsSince1970) } ?? .max,
    isUserEntered: isUserEntered)
}

/// A subject's data with one metric.
func set(
  _ samples: [Sample], of metric: Metric = .steps, manual: [Sample] = [], zone: String = "UTC",
  sources: [Source] = [watch, phone, app], dataEnd: Instant? = at("2030-01-01T00:00:00Z"),
  isDamaged: Bool = false
) -> SampleSet {
  var set = SampleSet(
    zone: ResolvedZone(Zone(id: zone) ?? .utc, by: .subject), sources: sources,
    samples: [metric: SampleList(of: metric, samples)], dataEnd: dataEnd)
  if !manual.isEmpty { set.manual = [metric: SampleList(of: metric, manual)] }
  set.isDamaged = isDamaged
  return set
}

func text(_ value: Quantity?) -> String { value.map { "\($0)" } ?? "-" }

extension SubjectAggregates {
  /// `date: value` of each day.
  var values: [String] { days.map { "\($0.day): \(text($0.value))" } }
}

/// Trackers by rank, so that merging crosses files, devices and providers.
let trackerSources = [
  Source(provider: "garmin", name: "Forerunner", deviceClass: .tracker),
  Source(provider: "garmin", name: "Edge", deviceClass: .tracker),
  Source(provider: "fitbit", name: "Charge", deviceClass: .tracker),
  Source(provider: "strava", name: "Strava", deviceClass: .app),
]

/// A session of 2025-09-01 as a tracker's file has it; each in an input of its own unless given.
func recording(
  _ kind: ActivityKind, _ start: String, _ end: String, source: UInt16 = 0, input: Int = 0,
  document: Int = 0, _ values: [ActivityField: Quantity] = [:], isDistanceComputed: Bool = false,
  detail: ActivityDetail = .device, contribution: ActivityContribution = .samples,
  track: [TrackPoint] = []
) -> Activity {
  Activity(
    kind: kind, start: clock(start), end: clock(end), source: source, input: input,
    document: document, values: values, isDistanceComputed: isDistanceComputed, detail: detail,
    contribution: contribution, track: track)
}

/// A point at a distance in meters.
func point(
  _ at: String, _ meters: Int? = nil, bpm: Int? = nil, beginsSegment: Bool = false
) -> TrackPoint {
  TrackPoint(
    at: clock(at), distance: meters.map { Quantity($0) }, heartRate: bpm.map { Quantity($0) },
    beginsSegment: beginsSegment)
}

/// A subject with activities, totals and perhaps samples, not yet aggregated.
func subject(
  _ activities: [Activity], totals: [DayTotal] = [], records: [Metric: [Sample]] = [:],
  sources: [Source] = trackerSources
) -> SampleSet {
  var all = SampleSet(
    zone: ResolvedZone(.utc, by: .subject), sources: sources, activities: activities,
    totals: totals, dataEnd: at("2030-01-01T00:00:00Z"))
  for (metric, samples) in records { all.samples[metric] = SampleList(of: metric, samples) }
  return all
}

extension SubjectAggregates {
  /// `metric date value` of each day, and in brackets what the sources gave, by rank.
  var contributions: [String] {
    days.map { day in
      let parts = day.measure.contributions.map { "\($0.source): \($0.contributed)" }
      return "\(day.metric.id) \(day.day) \(text(day.value)) [\(parts.joined(separator: ", "))]"
    }
  }
}
