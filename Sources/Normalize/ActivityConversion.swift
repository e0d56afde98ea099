import DaymarkModel

/// An activity with its place, which a finding on a duplicate needs.
struct PlacedActivity {
  var activity: Activity
  var place: RecordPlace
  /// The instant at which it was written, if the file says it.
  var created: Instant?
}

extension ActivityRecord {
  /// The activity of the record; its source as the input numbers them.
  ///
  /// - Parameter loseField: Is told of each amount that cannot be understood: the field is lost,
  ///   the activity stays.
  func activity(
    _ clock: RecordClock, loseField: (RecordConversion.Failure) -> Void
  ) throws(RecordConversion.Failure) -> Activity {
    let time = try RecordConversion.interval(
      start: start, end: end, clock, atMost: ActivityRecord.longestDays)
    return Activity(
      kind: kind, name: name, sportGap: sportGap, isIndoor: isIndoor, start: time.start,
      end: time.end, source: source,
      isUserEntered: isUserEntered, values: values(loseField),
      isDistanceComputed: isDistanceComputed,
      hasGaps: hasGaps,
      detail: detail, contribution: contribution, track: track, sets: sets)
  }

  /// The figures, in canonical units.
  func values(
    _ loseField: (RecordConversion.Failure) -> Void
  ) -> [ActivityField: Quantity] {
    var values: [ActivityField: Quantity] = [:]
    for field in ActivityField.allCases {
      guard let written = amount(of: field) else { continue }
      do {
        values[field] = try normalised(written, as: field)
      } catch {
        loseField(error)
      }
    }
    return values
  }
}

extension Activity {
  /// Whether it is set aside, its track with it.
  func reject(
    latest: Instant, _ policy: ManualEntryPolicy, _ place: RecordPlace,
    _ rejections: inout Rejections
  ) -> Bool {
    if end > latest || start < Record.earliestStart {
      rejections.countOutOfRange(place, end: end, latest: latest)
    } else if isUserEntered, policy == .exclude, !kind.isLogged {
      rejections.count(.manual, place)
    } else {
      return false
    }
    return true
  }

  mutating func readWallClock(by calendar: DayCalendar) {
    start = calendar.instant(ofWallClock: start)
    end = calendar.instant(ofWallClock: end)
    for index in track.indices {
      track[index].at = calendar.instant(ofWallClock: track[index].at)
    }
    for index in sets.indices {
      sets[index].start = sets[index].start.map(calendar.instant(ofWallClock:))
    }
  }
}

private func normalised(
  _ written: WrittenAmount, as field: ActivityField
) throws(RecordConversion.Failure) -> Quantity {
  let unit = try RecordConversion.knownUnit(written.unit)
  guard unit.dimension == field.unit.dimension else {
    throw RecordConversion.Failure(.unitUnknown, written.unit)
  }
  let amount = try RecordConversion.quantity(written.value, times: field.ratio(of: unit))
  if field.unit.dimension == .rate { try RecordConversion.checkHeartRate(amount) }
  return amount
}

extension ActivityField {
  /// The field's own units in one of `unit`.
  fileprivate func ratio(of unit: Unit) -> UnitRatio {
    let ratio = unit.ratio
    guard self == .activeSeconds else { return ratio }
    return UnitRatio(ratio.numerator * 60, ratio.denominator)
  }
}

extension [TrackPoint] {
  /// Checks points as samples are checked; see Semantics, "What is rejected".
  ///
  /// Afterwards they ascend.
  ///
  /// A point outlives its heart rate; one at an impossible time goes whole.
  ///
  /// - Parameters:
  ///   - session: Points far from it are of another time, and the way from them to it would be spread over
  ///     all days between.
  ///   - reject: Is told of each point that loses something, with what it had.
  mutating func check(
    latest: Instant, session: Interval, reject: (Rejection, TrackPoint) -> Void
  ) {
    let first = Swift.max(
      Record.earliestStart, session.start.advanced(byDays: -ActivityRecord.longestDays))
    let last = Swift.min(latest, session.end.advanced(byDays: ActivityRecord.longestDays))
    if zip(self, dropFirst()).contains(where: { $0.at > $1.at }) { sort { $0.at < $1.at } }
    var kept = 0
    var pauses = false
    // An index is used, because to iterate over the array would hold a copy of it.
    for index in indices {
      let point = self[index]
      let isPossible = point.at >= first && point.at <= last
      let isPlausible = point.heartRate.map(RecordConversion.isPlausible(heartRate:)) ?? true
      if !isPlausible {
        reject(.implausibleHeartRate, point)
      } else if !isPossible {
        reject(.timeOutOfRange, point)
      }
      // The pause before a point that goes is before the next one.
      pauses = pauses || point.beginsSegment
      guard isPossible else { continue }
      self[kept] = TrackPoint(
        at: point.at, distance: point.distance, heartRate: isPlausible ? point.heartRate : nil,
        beginsSegment: pauses, byte: point.byte)
      kept += 1
      pauses = false
    }
    removeLast(count - kept)
  }
}
