import DaymarkModel

/// A day total with what only its input's end can check.
struct PlacedTotal {
  var total: DayTotal
  var measuredUntil: Instant?
  var place: RecordPlace

  /// Whether it is set aside.
  func reject(
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

/// A total of which the day was understood, and the figure or a part of it was not.
struct RejectedTotal {
  /// It has nothing as its figure.
  var total: DayTotal
  /// The check that rejected it.
  var code: FindingCode
}

extension DayTotal {
  /// Whether its day has begun nowhere at an instant.
  func begins(after latest: Instant) -> Bool { firstCalendar.start(of: day) > latest }

  /// The sum, of heart rates the highest that is given.
  var greatest: Quantity? {
    switch figure {
    case .sum(let sum): sum
    case .heartRate(let minimum, let maximum, let average):
      [minimum, maximum, average].compactMap(\.self).max()
    }
  }
}

// What a rejected one leaves open; see Semantics, "What rejected records leave open".

extension DayTotalRecord {
  /// The total with nothing as its figure; `nil` where its day cannot be.
  var emptyTotal: DayTotal? {
    guard let day, day >= earliestDay else { return nil }
    return DayTotal(
      metric: metric, day: day, source: source,
      figure: metric.isCumulative
        ? .sum(.zero) : .heartRate(minimum: nil, maximum: nil, average: nil),
      part: part, isOfAnyMode: isOfAnyMode, isUserEntered: isUserEntered)
  }

  /// Whether what was not understood may have been something.
  var leavesOpen: Bool {
    if metric.isCumulative { return true }
    return rates.contains { rate in
      // A heart rate of 0 is a sensor that lost contact.
      rate.map {
        $0 != .zero && (emptyTotal == nil || !RecordConversion.isPlausible(heartRate: $0))
      } ?? true
    }
  }

  /// The sum, of heart rates the highest; `nil` where it is not known.
  var amount: Quantity? {
    if case .sum(let sum) = figure {
      return RecordConversion.understood(sum.value, sum.unit, of: metric)
    }
    let known = rates.compactMap(\.self)
    return known.count == rates.count && known.allSatisfy(RecordConversion.isPlausible)
      ? known.max() : nil
  }

  /// The heart rates that are given, each `nil` where it was not understood.
  private var rates: [Quantity?] {
    guard case .heartRate(let minimum, let maximum, let average) = figure else { return [] }
    return [minimum, maximum, average].compactMap(\.self).map {
      RecordConversion.understood($0.value, $0.unit, of: metric)
    }
  }
}

extension DayTotalRecord {
  /// The total of the record; its source as the input numbers them.
  ///
  /// - Parameter loseField: Is told of each heart-rate figure that fails while another holds.
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

/// The calendar in which every date begins first.
private let firstCalendar = DayCalendar(zone: .fixedOffset(seconds: 14 * 3600))

/// The end of a subject's data, as far as items tell; see Semantics, "Incomplete days".
struct DataEnd {
  private var newest: Instant?
  private var newestTotal: CivilDay?

  mutating func reach(_ instant: Instant) {
    newest = max(newest ?? instant, instant)
  }

  /// Counts an activity that contributes something; any other is no data of any metric.
  mutating func reach(_ activity: Activity) {
    guard activity.contribution != .nothing else { return }
    reach(activity.end)
    if let last = activity.track.last { reach(last.at) }
  }

  /// - Parameter latest: A later time that the total claims to reach is not believed.
  mutating func reach(_ placed: PlacedTotal, latest: Instant) {
    newestTotal = max(newestTotal ?? placed.total.day, placed.total.day)
    if let until = placed.measuredUntil, until <= latest { reach(until) }
  }

  /// A total alone says that its day has begun, not that it was over when the figure was taken.
  func instant(by calendar: DayCalendar) -> Instant? {
    [newest, newestTotal.map(calendar.start(of:))].compactMap(\.self).max()
  }
}
