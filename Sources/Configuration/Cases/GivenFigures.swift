import DaymarkDocuments
import DaymarkModel

// The figures of a case in rules_test.yaml.
extension KeyTable {
  /// The keys under `days`: a list for each metric, and for heart rate one for each statistic.
  static let givenDays = KeyTable(
    Metric.allCases.map { metric in
      .optional(
        metric.id,
        metric.isCumulative
          ? GivenCell.list(in: metric.canonicalUnit) : .mapping(givenHeartRate))
    } + givenStrength,
    atLeastOneOf: Metric.allCases.map(\.id) + StrengthMeasure.allCases.map(\.rawValue))

  static let givenHeartRate = KeyTable(
    HeartRateStatistic.allCases.map { .optional($0.rawValue, GivenCell.list(in: .beatsPerMinute)) },
    atLeastOneOf: HeartRateStatistic.allCases.map(\.rawValue))

  static let givenShares = KeyTable(
    Metric.allCases.filter(\.isCumulative).map { .optional($0.id, .percent) })

  static let givenSession = KeyTable(
    [
      .needed("day", .date), .needed("kind", .choice(ActivityKind.allCases.map(\.rawValue))),
      .optional("indoor", .truth([true, false])), .optional("name", .text),
    ]
      + givenFields.map(\.key).map {
        .optional(
          $0.rawValue, .word(Pattern("^[0-9]"), .bareNumber(unit: $0.unit), orAs: [.number]))
      } + [
        .optional(
          ActivityQuantity.heartMinutes.rawValue,
          .either(givenMinutesOfSession, .list(.mapping(givenZone), of: .object)))
      ])
}

/// The figures that a case can give for a session, with the figure of an activity that each sets.
private let givenFields: [(key: ActivityQuantity, field: ActivityField)] = [
  (.distance, .distanceMeters), (.duration, .activeSeconds), (.energy, .kilocalories),
  (.elevationGain, .elevationGainMeters), (.averageHeartRate, .averageBPM),
  (.maximumHeartRate, .maximumBPM),
]

/// Reads the figures of a case and makes the days that `Aggregate` would have made of them.
struct GivenFiguresReader {
  private static let mostFlags = 1000

  let mapping: YAMLMapping
  let days: [CivilDay]
  private let calendar: DayCalendar
  private let periodEnd: Instant

  init(_ mapping: YAMLMapping, _ challenge: Challenge) {
    self.mapping = mapping
    calendar = DayCalendar(zone: challenge.zone ?? .utc)
    days = challenge.period.days(in: calendar)
    periodEnd = challenge.period.interval(in: calendar).end
  }

  /// Reads the figures.
  ///
  /// - Returns: `nil` when an error was reported.
  func given() -> RuleTest.Given? {
    var incomplete: Set<CivilDay> = []
    let table = mapping.mapping("days", .givenDays)
    guard mapping.has("days") == (table != nil),
      var days = aggregates(table, &incomplete), heartMinutes(&days, &incomplete),
      share("manualShare", &days),
      share("lateShare", &days), let earlier = daysBefore(), let given = sessions(),
      let minutes = minutes(&incomplete),
      let strength = strength(table),
      let feats = feats(), let flags = flags()
    else { return nil }
    let sessions = (given + minutes).sorted { $0.activity.start < $1.activity.start }
    let cut = CutData(incomplete, days, sessions)
    var aggregates = SubjectAggregates(zone: ResolvedZone(calendar.zone, by: .challenge))
    aggregates.days = days
    aggregates.sessions = sessions.withRowsApart
    aggregates.loggedEnd = sessions.filter(\.activity.kind.isLogged).map(\.day).max()?
      .advanced(by: 1)
    (aggregates.strengthDays, aggregates.strengthEnd) = strength
    (aggregates.feats, aggregates.featsEnd) = feats
    aggregates.dataEnd = cut.end.map(calendar.start(of:)) ?? periodEnd
    // The data goes on after the days before the period, so such a day can be incomplete only
    // because of damage.
    let damaged = cut.damaged + earlier.filter { !$0.isComplete }.map(\.day)
    aggregates.damagedSpans = damaged.map(calendar.interval(of:)).disjoint
    (aggregates.earlierDays, aggregates.daysBefore) = (
      earlier.filter { $0.value != nil }, Baseline.mostDays
    )
    return .figures(aggregates, flags: flags)
  }

  // MARK: Days

  private func aggregates(
    _ table: YAMLMapping?, _ incomplete: inout Set<CivilDay>
  ) -> [DailyAggregate]? {
    guard let table else { return [] }
    var aggregates: [DailyAggregate] = []
    var isSound = true
    for metric in Metric.allCases where table.has(metric.id) {
      let read =
        metric.isCumulative
        ? cells(table, metric.id, in: metric.canonicalUnit, step: metric.dailyStep)
          .map { zip(days, $0).map { dailyAggregate(metric, $0, $1) } }
        : table.mapping(metric.id, .givenHeartRate).flatMap(heartRates)
      guard let read else {
        isSound = false
        continue
      }
      incomplete.formUnion(read.filter { !$0.isComplete }.map(\.day))
      aggregates += read.filter { $0.value != nil || $0.heartRate != nil }
    }
    return isSound ? aggregates : nil
  }

  func dailyAggregate(_ metric: Metric, _ day: CivilDay, _ cell: GivenCell)
    -> DailyAggregate
  {
    DailyAggregate(metric: metric, day: day, value: cell.amount, isComplete: cell.isComplete)
  }

  private func heartRates(_ table: YAMLMapping) -> [DailyAggregate]? {
    var columns: [HeartRateStatistic: [GivenCell]] = [:]
    let asked = HeartRateStatistic.allCases.filter { table.has($0.rawValue) }
    for statistic in asked {
      columns[statistic] = cells(
        table, statistic.rawValue, in: .beatsPerMinute, step: Metric.heartRate.dailyStep)
    }
    guard columns.count == asked.count else { return nil }
    return days.enumerated().map { index, day in
      let row = columns.mapValues { $0[index] }
      let hasData = row.values.contains { $0.amount != nil }
      return DailyAggregate(
        metric: .heartRate, day: day, value: row[.average]?.amount,
        heartRate: hasData
          ? HeartRateFigures(minimum: row[.min]?.amount, maximum: row[.max]?.amount, count: 0)
          : nil,
        isComplete: row.values.allSatisfy(\.isComplete))
    }
  }

  /// Reads the list under a key, with one figure for each day.
  ///
  /// A list that is too short or too long is reported.
  ///
  /// - Parameters:
  ///   - unit: The unit of a figure that states none.
  ///   - step: The step in micro-units to which days of the metric are rounded.
  ///   - most: The most figures, for days outside of the period, of which there may be fewer; `nil`
  ///     asks for exactly one for each day of the period.
  /// - Returns: `nil` if the key is absent, or an error was reported.
  func cells(
    _ mapping: YAMLMapping, _ key: String, in unit: Unit, step: Int64, upTo most: Int? = nil
  ) -> [GivenCell]? {
    let room = most ?? days.count
    guard let value = mapping[key] else { return nil }
    guard let elements = value.elements else {
      mapping.reject(key, value)
      return nil
    }
    var cells: [GivenCell] = []
    for element in elements {
      guard let (text, times) = element.text.map(repetition),
        let cell = GivenCell(text, in: unit, step: step)
      else {
        mapping.reject(key, element)
        return nil
      }
      guard times <= room - cells.count else {
        mapping.reject(key, element, expected: .atMost(room, .values))
        return nil
      }
      cells += Array(repeating: cell, count: times)
    }
    guard most != nil || cells.count == days.count else {
      mapping.reject(
        key, value, expected: .values(days.count, given: cells.count))
      return nil
    }
    return cells
  }

  // MARK: Shares and flags

  /// Reads the shares of a quality measure that a case states for metrics, and sets them on every
  /// day of each metric.
  ///
  /// Each day has the share, so that the whole period has it too.
  ///
  /// - Parameter key: The key of the shares, such as `manualShare`.
  /// - Returns: Whether no error was reported.
  private func share(_ key: String, _ aggregates: inout [DailyAggregate]) -> Bool {
    guard mapping.has(key) else { return true }
    guard let shares = mapping.mapping(key, .givenShares) else { return false }
    var isSound = true
    for metric in Metric.allCases where shares.has(metric.id) {
      guard let share = shares.read(metric.id, percentage) else {
        isSound = false
        continue
      }
      guard aggregates.contains(where: { $0.metric == metric }) else {
        mapping.findings.add(
          .configBadValue, at: shares.place(of: metric.id),
          key: metric.id, expected: .metricWithValues)
        isSound = false
        continue
      }
      for index in aggregates.indices where aggregates[index].metric == metric {
        aggregates[index].measure.naive = Quantity(10_000)
        if key == "lateShare" {
          aggregates[index].measure.late = Quantity(share)
        } else {
          aggregates[index].measure.manualAmount = Quantity(share)
          aggregates[index].measure.manualShare = share
        }
      }
    }
    return isSound
  }

  private func flags() -> [QualityFlag]? {
    guard mapping.has("flags") else { return [] }
    let codes = mapping.readList("flags") { text in
      let (code, times) = repetition(text)
      return times > Self.mostFlags ? nil : FlagCode(rawValue: code).map { ($0, times) }
    }
    guard let codes else { return nil }
    guard codes.reduce(0, { $0 + $1.1 }) <= Self.mostFlags else {
      mapping.findings.add(
        .configBadValue, at: mapping.place(of: "flags"),
        key: "flags", expected: .atMost(Self.mostFlags, .flags))
      return nil
    }
    return codes.flatMap { code, times in
      Array(
        repeating: QualityFlag(code, .flagged, measured: .zero, limit: .zero), count: times)
    }
  }

  // MARK: Sessions

  private func sessions() -> [Session]? {
    guard let value = mapping["activities"] else { return [] }
    guard let elements = value.elements else {
      mapping.reject("activities", value)
      return nil
    }
    let read = elements.enumerated().map { index, element in
      YAMLMapping(element, .givenSession, key: "activities", mapping.findings)
        .flatMap { readSession($0, at: index) }
    }
    let sessions = read.compactMap { $0 }
    return sessions.count == elements.count
      ? sessions.sorted { $0.activity.start < $1.activity.start } : nil
  }

  /// Reads a session.
  ///
  /// - Parameter index: The position of the session, which becomes its time of day, so that no two
  ///   start together.
  /// - Returns: `nil` after an error was reported.
  private func readSession(_ mapping: YAMLMapping, at index: Int) -> Session? {
    let kind = mapping.choice("kind", ActivityKind.self)
    let isIndoor = mapping.readTruth("indoor")
    let name = mapping.read("name", freeText)
    var values: [ActivityField: Quantity] = [:]
    for (key, field) in givenFields {
      let read = mapping.read(key.rawValue) { text in
        givenQuantity(text, in: key.unit).flatMap { amount in
          field == .activeSeconds ? Quantity(exactly: Int128(amount.microUnits) * 60) : amount
        }
      }
      guard mapping.has(key.rawValue) == (read != nil) else { return nil }
      values[field] = read
    }
    guard let heartRate = heartMinutes(ofSession: mapping),
      mapping.has("indoor") == (isIndoor != nil), mapping.has("name") == (name != nil),
      let kind, let day = day(mapping)
    else {
      return nil
    }
    var session = session(kind, on: day, at: index, values: values)
    (session.activity.name, session.activity.isIndoor) = (name, isIndoor ?? false)
    session.activity.heartRate = heartRate
    return session
  }

  /// Makes a session.
  ///
  /// - Parameter index: The position of the session, which becomes its time of day.
  func session(
    _ kind: ActivityKind, on day: CivilDay, at index: Int, values: [ActivityField: Quantity]
  ) -> Session {
    let start = calendar.start(of: day).advanced(byMilliseconds: Int64(index))
    return Session(
      day: day,
      activity: Activity(
        kind: kind, start: start, end: start.advanced(byMilliseconds: 1), values: values),
      inputs: [], origins: [:])
  }

  func day(_ mapping: YAMLMapping) -> CivilDay? {
    guard let day = mapping.read("day", { CivilDay($0) }) else { return nil }
    if days.contains(day) { return day }
    if let value = mapping["day"], let first = days.first, let last = days.last {
      mapping.reject("day", value, expected: .dayOfPeriod(from: first, to: last))
    }
    return nil
  }
}

extension [Session] {
  /// The sessions, with rows of session logs placed one after the other, because a case states
  /// their minutes and no overlap.
  fileprivate var withRowsApart: [Session] {
    var ends: [CivilDay: Instant] = [:]
    return map { session in
      let activity = session.activity
      guard activity.kind.isLogged else { return session }
      var apart = session
      apart.activity.start = Swift.max(activity.start, ends[session.day] ?? activity.start)
      let seconds = activity.values[.activeSeconds]?.microUnits ?? 0
      apart.activity.end = apart.activity.start.advanced(byMilliseconds: seconds / 1000)
      ends[session.day] = apart.activity.end
      return apart
    }.sorted { $0.activity.start < $1.activity.start }
  }
}

/// The figure that a case gives for one day.
struct GivenCell {
  var amount: Quantity?
  var isComplete: Bool

  /// The form of a list with a cell for each day.
  static func list(in unit: Unit) -> Form {
    // YAML reads a lone `~`, an incomplete day without data, as null.
    .list(
      .word(Pattern("^[-~0-9]"), .bareNumber(unit: unit), orAs: [.number, .null]),
      of: .dayFigure(unit))
  }

  /// Reads a cell: `-` for no data, `12` for a value, `~12` for the recorded value of an incomplete
  /// day, and `~` for an incomplete day without data.
  ///
  /// - Parameter step: The step to which the value is rounded, as that of a real day is.
  init?(_ text: String, in unit: Unit, step: Int64) {
    isComplete = !text.hasPrefix("~")
    let written = isComplete ? text : String(text.dropFirst())
    if written == "-" || (written.isEmpty && !isComplete) { return }
    guard let amount = givenQuantity(written, in: unit) else { return nil }
    self.amount = amount.rounded(toMultipleOf: step)
  }
}

/// Splits off a repetition: `10000 x7` means seven cells of `10000`.
func repetition(_ text: String) -> (text: String, times: Int) {
  guard let cross = text.lastIndex(of: "x"), cross != text.startIndex,
    let times = wholeNumber(String(text[text.index(after: cross)...])), times > 0
  else { return (text, 1) }
  var word = text[..<cross]
  while word.last == " " { word.removeLast() }
  return (String(word), times)
}

/// Reads an amount with its unit, or a bare number in the canonical unit; `nil` for other text.
func givenQuantity(_ text: String, in canonical: Unit) -> Quantity? {
  thresholdQuantity(text.contains(" ") ? text : "\(text) \(canonical.rawValue)", in: canonical)
}

// The attempts at feats of a case in rules_test.yaml.
extension KeyTable {
  static let givenFeat = KeyTable(
    [
      .needed("day", .date), .needed("id", .featID),
    ]
      + FeatFigure.allCases.map {
        .optional(
          $0.rawValue, .word(Pattern("^[0-9]"), .bareNumber(unit: $0.unit), orAs: [.number]))
      }, oneOf: FeatFigure.allCases.map(\.rawValue))
}

extension GivenFiguresReader {
  /// Reads the attempts of the case, and returns the best of each day with the day after the last.
  ///
  /// - Returns: `nil` when an error was reported.
  func feats() -> (days: [DailyFeat], end: CivilDay?)? {
    var feats: [DailyFeat] = []
    let isGood = entries("feats", .givenFeat) { entry in
      guard let day = day(entry), let id = entry.word("id"),
        let key = entry.only(of: FeatFigure.allCases.map(\.rawValue)),
        let figure = FeatFigure(rawValue: key),
        let amount = entry.read(key, { givenQuantity($0, in: figure.unit) })
      else { return false }
      let best = figure == .time ? givenSeconds(ofMinutes: amount) : amount
      // Of several attempts on one day the best counts.
      if let place = feats.firstIndex(where: {
        $0.day == day && $0.id == id && $0.counts == figure
      }) {
        feats[place].attempts += 1
        feats[place].best = max(feats[place].best ?? best, best)
      } else {
        feats.append(DailyFeat(day: day, id: id, counts: figure, attempts: 1, best: best))
      }
      return true
    }
    guard isGood else { return nil }
    feats.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    return (feats, feats.last?.day.advanced(by: 1))
  }
}

/// Minutes as seconds; cases give durations in minutes, as rules do.
func givenSeconds(ofMinutes minutes: Quantity) -> Quantity {
  Quantity(exactly: Int128(minutes.microUnits) * 60) ?? .limit
}

/// Works out where the data of a case ends too early, and where it is damaged.
///
/// An incomplete day after which there is data can only be damaged.
struct CutData {
  /// The first day after the end of the data; `nil` where the data reaches past the period.
  let end: CivilDay?
  /// The damaged days, ascending.
  let damaged: [CivilDay]

  /// Examines a case.
  ///
  /// - Parameter incomplete: The days that the case gives as incomplete.
  init(_ incomplete: Set<CivilDay>, _ days: [DailyAggregate], _ sessions: [Session]) {
    let whole = days.filter(\.isComplete).map(\.day) + sessions.map(\.day)
    let last = whole.filter { !incomplete.contains($0) }.max()
    let isPast = { (day: CivilDay) in last.map { day > $0 } ?? true }
    end = incomplete.filter(isPast).min()
    damaged = incomplete.filter { !isPast($0) }.sorted()
  }
}
