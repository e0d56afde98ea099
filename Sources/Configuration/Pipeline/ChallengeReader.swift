import DaymarkDocuments
import DaymarkModel

/// Reads the challenge of a pipeline.
struct ChallengeReader {
  let mapping: YAMLMapping
  private let id: String?
  private let title: String?
  private let zone: Zone?
  /// The series of a recurring challenge; `nil` for a challenge that takes place once, and for one
  /// that cannot be read.
  private(set) var series: ChallengeSeries?

  init(_ mapping: YAMLMapping) {
    self.mapping = mapping
    id = mapping.read("id", challengeFolderID)
    title = mapping.read("title", freeText)
    zone = mapping.read("timeZone") { Zone(name: $0) }
    series = comesAgain ? readSeries() : nil
    if !comesAgain { refuse(KeyTable.seriesKeys.map(\.name), .onlyWith(KeyTable.everyKey)) }
  }

  private var comesAgain: Bool { mapping.has(KeyTable.everyKey) }

  /// The period: two days or two instants; a mixture is reported.
  ///
  /// For a recurring challenge it is the shortest occurrence within a year, which must have room
  /// for what the rule asks for.
  func period() -> Period? {
    if comesAgain {
      let all = series?.occurrences(through: series?.from.advanced(by: 366) ?? CivilDay(ordinal: 0))
      let shortest = all?.min { $0.from.distance(to: $0.to) < $1.from.distance(to: $1.to) }
      return shortest.map { .days(from: $0.from, to: $0.to) }
    }
    let usesInstants = mapping.has("start") || mapping.has("end")
    let usesDays = mapping.has("from") || mapping.has("to")
    if usesDays, usesInstants {
      for key in ["start", "end"] where mapping.has(key) {
        mapping.findings.add(
          .configBadValue, at: mapping.place(of: key),
          key: key, expected: .daysOrInstants)
      }
      return nil
    }
    return usesInstants ? instants() : days()
  }

  private func days() -> Period? {
    guard let (from, to) = bounds("from", "to", { CivilDay($0) }) else { return nil }
    guard from <= to else {
      rejectLast("to", .dayNotBefore(from))
      return nil
    }
    return .days(from: from, to: to)
  }

  private func instants() -> Period? {
    guard let (start, end) = bounds("start", "end", { Instant(rfc3339: $0) }) else { return nil }
    guard start < end else {
      rejectLast("end", .instantAfter(start))
      return nil
    }
    return .instants(Interval(start, end))
  }

  private func bounds<Bound>(
    _ first: String, _ last: String, _ read: (String) -> Bound?
  ) -> (Bound, Bound)? {
    for key in [first, last] where !mapping.has(key) { mapping.missing(key) }
    let lower = mapping.read(first, read)
    let upper = mapping.read(last, read)
    if let lower, let upper { return (lower, upper) }
    return nil
  }

  private func rejectLast(_ key: String, _ expected: ExpectedValue) {
    if let value = mapping[key] { mapping.reject(key, value, expected: expected) }
  }

  func challenge(over period: Period?) -> Challenge? {
    if comesAgain {
      return series.flatMap { series in
        series.first.map(series.challenge)
      }
    }
    let deadline = mapping.read("proofDeadline") { Instant(rfc3339: $0) }
    guard let id, let title, let period else { return nil }
    // Where the challenge leaves the zone to its subjects, the earliest possible end counts.
    let calendar = DayCalendar(zone: zone ?? .fixedOffset(seconds: 14 * 3600))
    let end = period.interval(in: calendar).end
    if let deadline, deadline < end {
      rejectLast("proofDeadline", .instantNotBeforeEnd(end))
      return nil
    }
    return Challenge(id: id, title: title, period: period, proofDeadline: deadline, zone: zone)
  }

  // MARK: A challenge that comes again

  /// Reports an intake beside a recurring challenge, because money is staked on a single challenge.
  func refuseIntake(in file: YAMLMapping) {
    guard comesAgain, file.has("intake") else { return }
    mapping.findings.add(
      .configBadValue, at: file.place(of: "intake"), key: "intake", expected: .challengeOnce)
  }

  private func readSeries() -> ChallengeSeries? {
    refuse(["start", "end", "proofDeadline"], .challengeOnce)
    if !mapping.has("from") { mapping.missing("from") }
    let (from, to) = (mapping.read("from") { CivilDay($0) }, mapping.read("to") { CivilDay($0) })
    let after = mapping.read("proofDeadlineAfter", numberOfDays)
    let first = mapping.read("weekStartsOn", weekday)
    guard let rhythm = rhythm(first ?? .monday), let id, let title, let from,
      mapping.has("to") == (to != nil), mapping.has("proofDeadlineAfter") == (after != nil),
      mapping.has("weekStartsOn") == (first != nil)
    else { return nil }
    var series = ChallengeSeries(id: id, title: title, rhythm, from: from)
    (series.to, series.zone) = (to, zone)
    series.weekStartsOn = first ?? series.weekStartsOn
    series.deadlineAfter = after ?? series.deadlineAfter
    guard series.first != nil else {
      series.to = nil
      if let first = series.first { rejectLast("to", .dayNotBefore(first.to)) }
      return nil
    }
    return series
  }

  private func rhythm(_ weekStartsOn: CivilDay.Weekday) -> ChallengeSeries.Rhythm? {
    let word = mapping.read(KeyTable.everyKey) { ["day", "week", "month"].contains($0) ? $0 : nil }
    if word != "week" { refuse(["on", "weekStartsOn"], .onlyWith("every: week")) }
    switch word {
    case "day": return .day
    case "month": return .month
    case "week":
      guard mapping.has("on") else { return .week(offset: 0, days: 7) }
      guard let days = mapping.distinctList("on", weekday) else { return nil }
      let offsets = days.map { ($0.rawValue - weekStartsOn.rawValue + 7) % 7 }.sorted()
      guard let first = offsets.first, let last = offsets.last, last - first == offsets.count - 1
      else {
        if let value = mapping["on"] {
          mapping.reject("on", value, expected: .daysOfOneWeek(beginning: weekStartsOn.key))
        }
        return nil
      }
      return .week(offset: first, days: offsets.count)
    default: return nil
    }
  }

  private func refuse(_ keys: [String], _ expected: ExpectedValue) {
    for key in keys where mapping.has(key) {
      mapping.findings.add(
        .configBadValue, at: mapping.place(of: key), key: key, expected: expected)
    }
  }
}

/// Reads the number in `7 days`.
func numberOfDays(_ text: String) -> Int? { Int(text.prefix { $0 != " " }) }
