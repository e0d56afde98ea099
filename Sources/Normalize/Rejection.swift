import DaymarkModel

/// The reasons for rejecting records, in the order of the checks; see Semantics, "What is
/// rejected".
///
/// This repeats the finding codes in the size of a byte, so that the loop over records can count in
/// a small array.
enum Rejection: Int, CaseIterable {
  case nested
  case typeMissing
  case unitMissing, unitUnknown
  case notANumber, negative, implausibleHeartRate
  case timeMissing, timeMalformed, timeReversed, timeTooLong, sampleTooLong, timeOutOfRange
  case sessionTooLong
  case manual
  case duplicate
  case outdated
  case sportMissing, sportUnknown

  var code: FindingCode {
    switch self {
    case .nested: .sampleNested
    case .typeMissing: .recordTypeMissing
    case .unitMissing: .unitMissing
    case .unitUnknown: .unitUnknown
    case .notANumber: .valueNotANumber
    case .negative: .valueNegative
    case .implausibleHeartRate: .valueImplausibleHeartRate
    case .timeMissing: .timeMissing
    case .timeMalformed: .timeMalformed
    case .timeReversed: .timeReversed
    case .timeTooLong: .timeTooLong
    case .sampleTooLong: .sampleTooLong
    case .timeOutOfRange: .timeOutOfRange
    case .sessionTooLong: .logSessionTooLong
    case .manual: .sampleManual
    case .duplicate: .sampleDuplicate
    case .outdated: .sampleOutdated
    case .sportMissing: .activitySportMissing
    case .sportUnknown: .activitySportUnknown
    }
  }
}

/// The place of a rejected item in its input, with the facts for a message.
struct RecordPlace {
  /// The line; `nil` for a track point.
  var line: Int?
  var byte: Int
  /// The number of the source, in the numbering at the time of the rejection.
  var source: UInt16
  /// The metric; `nil` for an activity and for a track point without heart rate.
  var metric: Metric?
  var unit: RecordUnit = .missing
}

extension RecordPlace {
  init(_ sample: Sample, _ metric: Metric) {
    self.init(
      line: Int(sample.line), byte: sample.byte, source: sample.source, metric: metric)
  }
}

/// The rejected items of one input: their number by reason, and the first place of each reason.
struct Rejections {
  private var rejected = Array(repeating: 0, count: Rejection.allCases.count)
  private var lostFields = Array(repeating: 0, count: Rejection.allCases.count)
  private var first = [RecordPlace?](repeating: nil, count: Rejection.allCases.count)
  private var bySeries: [Series: Int] = [:]
  /// The earliest of the instants that were rejected as too late; `nil` where there is none.
  private(set) var firstTooLate: Instant?

  private struct Series: Hashable {
    var reason: Rejection
    var metric: Metric?
    var source: UInt16
  }

  /// Counts rejected items.
  mutating func count(_ reason: Rejection, _ place: RecordPlace, times: Int = 1) {
    rejected[reason.rawValue] += times
    let series = Series(reason: reason, metric: place.metric, source: place.source)
    bySeries[series, default: 0] += times
    keepFirst(reason, place)
  }

  /// Counts items of an impossible time.
  ///
  /// - Parameter latest: The latest credible time. A later end may become possible at a later
  ///   evaluation.
  mutating func countOutOfRange(_ place: RecordPlace, end: Instant, latest: Instant, times: Int = 1)
  {
    count(.timeOutOfRange, place, times: times)
    if end > latest { firstTooLate = min(firstTooLate ?? end, end) }
  }

  /// Counts a lost field of an activity or a day total, which otherwise remains.
  mutating func countLostField(_ reason: Rejection, _ place: RecordPlace, times: Int = 1) {
    lostFields[reason.rawValue] += times
    keepFirst(reason, place)
  }

  /// Adds the rejections of another part.
  mutating func add(_ other: Rejections) {
    for reason in Rejection.allCases {
      rejected[reason.rawValue] += other.rejected[reason.rawValue]
      lostFields[reason.rawValue] += other.lostFields[reason.rawValue]
      if let place = other.first[reason.rawValue] { keepFirst(reason, place) }
    }
    bySeries.merge(other.bySeries, uniquingKeysWith: +)
    firstTooLate = [firstTooLate, other.firstTooLate].compactMap(\.self).min()
  }

  private mutating func keepFirst(_ reason: Rejection, _ place: RecordPlace) {
    if let known = first[reason.rawValue], known.byte <= place.byte { return }
    first[reason.rawValue] = place
  }

  /// Changes the numbers of sources, of which several may become one.
  mutating func renumberSources(_ number: [UInt16]) {
    var renumbered: [Series: Int] = [:]
    for (series, count) in bySeries {
      var series = series
      series.source = number[Int(series.source)]
      renumbered[series, default: 0] += count
    }
    bySeries = renumbered
  }

  /// Returns the rejections by metric and source.
  func series(of sources: [Source]) -> [RejectedSeries] {
    bySeries.map { series, count in
      RejectedSeries(
        metric: series.metric, source: sources[Int(series.source)], code: series.reason.code,
        count: count)
    }
  }

  /// The number of rejected records, day totals, activities and track points, by code.
  var counts: [FindingCode: Int] {
    var counts: [FindingCode: Int] = [:]
    for reason in Rejection.allCases where rejected[reason.rawValue] > 0 {
      counts[reason.code] = rejected[reason.rawValue]
    }
    return counts
  }

  /// Returns one finding for each code, in the order of the checks.
  ///
  /// Losses that the operator accepts are reported as set aside.
  func findings(in input: InputFacts, accepting acceptedLoss: Set<FindingCode>) -> [Finding] {
    Rejection.allCases.compactMap { reason in
      guard let place = first[reason.rawValue] else { return nil }
      if acceptedLoss.contains(reason.code) {
        return Finding(.inputSetAside, at: input.location()) { $0.finding = reason.code }
      }
      return Finding(
        reason.code, at: input.location(line: place.line, byte: place.byte),
        count: rejected[reason.rawValue] + lostFields[reason.rawValue]
      ) {
        $0.metric = place.metric
        $0.unit = text(of: place.unit, in: input)
      }
    }
  }

  private func text(of unit: RecordUnit, in input: InputFacts) -> String? {
    switch unit {
    case .missing: nil
    case .known(let unit): unit.rawValue
    case .unknown(let index):
      input.unknownUnits.indices.contains(Int(index)) ? input.unknownUnits[Int(index)] : nil
    }
  }
}
