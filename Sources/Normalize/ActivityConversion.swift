import DaymarkModel

/// An activity with its place in the input, for findings about duplicates.
struct PlacedActivity {
  var activity: Activity
  var place: RecordPlace
  /// The creation date; `nil` where the file does not state it.
  var created: Instant?
}

extension ActivityRecord {
  /// Returns the activity of the record, whose source has the input's numbering.
  ///
  /// - Parameter loseField: The function that is called for each amount that cannot be understood.
  ///   The activity loses only that field.
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

  /// Returns the figures, in canonical units.
  ///
  /// - Parameter loseField: Gets the reason for each figure that is left out.
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
  /// Counts a rejection if the times of the activity are impossible, or it was typed in and the
  /// policy excludes that.
  ///
  /// - Parameters:
  ///   - latest: The latest instant at which an activity may end.
  ///   - place: Where the activity stands, for the finding.
  ///   - rejections: The rejections of the input.
  /// - Returns: Whether the activity is rejected, so that the caller must remove it.
  func countRejection(
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
  /// Returns the ratio of `unit` to the field's own unit.
  fileprivate func ratio(of unit: Unit) -> UnitRatio {
    let ratio = unit.ratio
    guard self == .activeSeconds else { return ratio }
    return UnitRatio(ratio.numerator * 60, ratio.denominator)
  }
}

extension [TrackPoint] {
  /// Checks points in the same way as samples, and sorts them by time; see Semantics, "What is
  /// rejected".
  ///
  /// A point can lose its heart rate and remain. A point with an impossible time is removed.
  ///
  /// - Parameters:
  ///   - session: The session's time. Points far from it belong to another time, and the distance
  ///     to them would be spread over all days in between.
  ///   - reject: The function that is called for each removal, with the original point.
  mutating func check(
    latest: Instant, session: Interval, reject: (Rejection, TrackPoint) -> Void
  ) {
    let first = Swift.max(
      Record.earliestStart, session.start.advanced(byDays: -ActivityRecord.longestDays))
    let last = Swift.min(latest, session.end.advanced(byDays: ActivityRecord.longestDays))
    if zip(self, dropFirst()).contains(where: { $0.at > $1.at }) { sort { $0.at < $1.at } }
    var kept = 0
    var pauses = false
    // The loop uses an index, because iteration would hold a copy of the array.
    for index in indices {
      let point = self[index]
      let isPossible = point.at >= first && point.at <= last
      let isPlausible = point.heartRate.map(RecordConversion.isPlausible(heartRate:)) ?? true
      if !isPlausible {
        reject(.implausibleHeartRate, point)
      } else if !isPossible {
        reject(.timeOutOfRange, point)
      }
      // The pause before a removed point is now before the next one.
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
