import DaymarkModel

/// A day total, with the facts that can only be checked at the end of its input.
struct PlacedTotal {
  var total: DayTotal
  var measuredUntil: Instant?
  var place: RecordPlace

  /// Counts a rejection if the day of the total has not begun, or it was typed in and the policy
  /// excludes that.
  ///
  /// - Returns: Whether the total is rejected, so that the caller must remove it.
  func countRejection(
    latest: Instant, _ policy: ManualEntryPolicy, _ rejections: inout Rejections
  ) -> Bool {
    if total.begins(after: latest) {
      rejections.countOutOfRange(
        place, end: firstCalendar.start(of: total.day), latest: latest)
    } else if total.isUserEntered, policy == .exclude {
      rejections.count(.manual, place)
    } else {
      return false
    }
    return true
  }
}

/// A day total whose day was understood, but not all of its figure.
struct RejectedTotal {
  /// The total without a figure.
  var total: DayTotal
  /// The check that rejected it.
  var code: FindingCode
}

extension DayTotal {
  /// Whether the day had not begun anywhere on earth at an instant.
  func begins(after latest: Instant) -> Bool { firstCalendar.start(of: day) > latest }

  /// The sum, or the highest of the heart rates.
  var greatest: Quantity? {
    switch figure {
    case .sum(let sum): sum
    case .heartRate(let minimum, let maximum, let average):
      [minimum, maximum, average].compactMap(\.self).max()
    }
  }
}

// The data that a rejected total leaves open; see Semantics, "What rejected records leave open".

extension DayTotalRecord {
  /// The total without a figure; `nil` where its day is impossible.
  var emptyTotal: DayTotal? {
    guard let day, day >= earliestDay else { return nil }
    return DayTotal(
      metric: metric, day: day, source: source,
      figure: metric.isCumulative
        ? .sum(.zero) : .heartRate(minimum: nil, maximum: nil, average: nil),
      part: part, isOfAnyMode: isOfAnyMode, isUserEntered: isUserEntered)
  }

  /// Whether the part that was not understood may have contained an amount.
  var leavesOpen: Bool {
    if metric.isCumulative { return true }
    return rates.contains { rate in
      // A heart rate of 0 means that the sensor lost contact.
      rate.map {
        $0 != .zero && (emptyTotal == nil || !RecordConversion.isPlausible(heartRate: $0))
      } ?? true
    }
  }

  /// The sum, or the highest of the heart rates; `nil` where it is unknown.
  var amount: Quantity? {
    if case .sum(let sum) = figure {
      return RecordConversion.understood(sum.value, sum.unit, of: metric)
    }
    let known = rates.compactMap(\.self)
    return known.count == rates.count && known.allSatisfy(RecordConversion.isPlausible)
      ? known.max() : nil
  }

  /// The stated heart rates, each `nil` where it was not understood.
  private var rates: [Quantity?] {
    guard case .heartRate(let minimum, let maximum, let average) = figure else { return [] }
    return [minimum, maximum, average].compactMap(\.self).map {
      RecordConversion.understood($0.value, $0.unit, of: metric)
    }
  }
}

extension DayTotalRecord {
  /// Returns the total of the record, whose source has the input's numbering.
  ///
  /// - Parameter loseField: The function that is called for each invalid heart rate if another one
  ///   is valid.
  func total(
    loseField: (RecordConversion.Failure) -> Void
  ) throws(RecordConversion.Failure) -> DayTotal {
    let figure = try normalisedFigure(loseField: loseField)
    guard let day else { throw RecordConversion.Failure(.timeMissing) }
    guard day >= earliestDay else { throw RecordConversion.Failure(.timeOutOfRange) }
    return DayTotal(
      metric: metric, day: day, source: source, figure: figure, part: part,
      isOfAnyMode: isOfAnyMode, isUserEntered: isUserEntered)
  }

  private func normalisedFigure(
    loseField: (RecordConversion.Failure) -> Void
  ) throws(RecordConversion.Failure) -> DayFigure<Quantity> {
    switch figure {
    case .sum(let written):
      return .sum(try RecordConversion.amount(written.value, written.unit, of: metric))
    case .heartRate(let minimum, let maximum, let average):
      var failures: [RecordConversion.Failure] = []
      let rates = [minimum, maximum, average].map { written -> Quantity? in
        guard let written else { return nil }
        do throws(RecordConversion.Failure) {
          return try RecordConversion.amount(written.value, written.unit, of: metric)
        } catch {
          failures.append(error)
          return nil
        }
      }
      guard rates.contains(where: { $0 != nil }) else {
        throw failures.first ?? RecordConversion.Failure(.notANumber)
      }
      for failure in failures { loseField(failure) }
      return .heartRate(minimum: rates[0], maximum: rates[1], average: rates[2])
    }
  }
}

let earliestDay = DayCalendar(zone: .utc).day(containing: Record.earliestStart)

/// The calendar of the time zone in which every date begins first.
private let firstCalendar = DayCalendar(zone: .fixedOffset(seconds: 14 * 3600))

/// The end of a subject's data according to its items; see Semantics, "Incomplete days".
struct DataEnd {
  private var newest: Instant?
  private var newestTotal: CivilDay?

  mutating func reach(_ instant: Instant) {
    newest = max(newest ?? instant, instant)
  }

  /// Includes an activity, if it contributes to a metric.
  mutating func reach(_ activity: Activity) {
    guard activity.contribution != .nothing else { return }
    reach(activity.end)
    if let last = activity.track.last { reach(last.at) }
  }

  /// Includes a day total.
  ///
  /// - Parameter latest: The latest credible time. A later measuring time of the total is ignored.
  mutating func reach(_ placed: PlacedTotal, latest: Instant) {
    newestTotal = max(newestTotal ?? placed.total.day, placed.total.day)
    if let until = placed.measuredUntil, until <= latest { reach(until) }
  }

  /// Returns the end of the data; `nil` where there is none.
  ///
  /// A total shows that its day has begun, but not that the day was over when it was measured.
  func instant(by calendar: DayCalendar) -> Instant? {
    [newest, newestTotal.map(calendar.start(of:))].compactMap(\.self).max()
  }
}
