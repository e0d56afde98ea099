import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport

/// Some days of one subject as they stand at an instant, a few of them unknown in some way.
struct PartlyKnownPeriod: CustomStringConvertible, RulePeriod {
  /// What is recorded, and whether more may come.
  struct Day: CustomStringConvertible {
    var recorded = KnownPeriod.Day()
    /// Undamaged data ends before the day does, as before all later ones.
    var isIncomplete = false
    /// Nothing that is recorded need be so.
    var isDamaged = false
    /// Metrics of which all is recorded, whatever the data's end is.
    var settled: Set<Metric> = []

    var hasNothing: Bool {
      recorded.amounts.isEmpty && recorded.heartRates.isEmpty && recorded.sessions.isEmpty
    }

    var description: String {
      func text<Key>(_ values: [Key: Int], _ name: (Key) -> String) -> String {
        values.map { "\(name($0.key))=\(Double($0.value) / 1e6)" }.sorted().joined(separator: ",")
      }
      return (isDamaged ? "!" : "") + (isIncomplete ? "~" : "") + "[" + text(recorded.amounts, \.id)
        + ";"
        + text(recorded.heartRates, \.rawValue) + ";\(recorded.sessions)]"
    }
  }

  var first: CivilDay
  var days: [Day]
  /// So many days at the end are not over.
  var notOver: Int
  /// The proof deadline has passed.
  var isClosed: Bool

  var description: String {
    "\(first.weekday) \(days) not over: \(notOver)\(isClosed ? " closed" : "")"
  }

  var count: Int { days.count }

  var asOf: Instant {
    isClosed ? deadline : start(of: days.count - notOver).advanced(byMilliseconds: 3_600_000)
  }

  private var deadline: Instant { start(of: days.count + 30) }

  func start(of day: Int) -> Instant {
    Instant(seconds: Int64(first.advanced(by: day).ordinal) * 86_400)
  }

  /// More may come of the day.
  func isOpen(_ day: Int) -> Bool {
    !isClosed
      && (day >= days.count - notOver || days[day].isIncomplete || days[day].isDamaged)
  }

  var challenge: Challenge {
    Challenge(
      id: "c", title: "c",
      period: .days(from: first, to: first.advanced(by: days.count - 1)), proofDeadline: deadline)
  }

  func verdict(
    on condition: Condition, onMissing: MissingPolicy, asOf: Instant? = nil
  ) -> Verdict {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing)
    return evaluate(
      rule, on: aggregates, of: challenge, asOf: asOf ?? self.asOf, quality: .unflagged)
  }

  var aggregates: SubjectAggregates {
    var aggregates: [DailyAggregate] = []
    var sessions: [Session] = []
    for (index, day) in days.enumerated() {
      for (metric, value) in day.recorded.amounts {
        aggregates.append(aggregate(metric, index, value))
      }
      if !day.recorded.heartRates.isEmpty { aggregates.append(heartRate(index)) }
      for (number, session) in day.recorded.sessions.enumerated() {
        sessions.append(self.session(session, index, number))
      }
    }
    aggregates.sort { ($0.metric, $0.day) < ($1.metric, $1.day) }
    return SubjectAggregates(
      zone: ResolvedZone(.utc, by: .subject), days: aggregates, sessions: sessions,
      dataEnd: start(of: days.firstIndex(where: \.isIncomplete) ?? days.count + 90),
      damagedSpans: days.indices.filter { days[$0].isDamaged }.map {
        Interval(start(of: $0), start(of: $0).advanced(byMilliseconds: 1000))
      })
  }

  private func aggregate(_ metric: Metric, _ index: Int, _ value: Int?) -> DailyAggregate {
    DailyAggregate(
      metric: metric, day: first.advanced(by: index),
      value: value.map { Quantity(microUnits: Int64($0)) },
      isComplete: days[index].settled.contains(metric)
        || !(days[index].isIncomplete || days[index].isDamaged))
  }

  private func heartRate(_ index: Int) -> DailyAggregate {
    let rates = days[index].recorded.heartRates.mapValues { Quantity(microUnits: Int64($0)) }
    var aggregate = aggregate(.heartRate, index, nil)
    aggregate.value = rates[.average]
    aggregate.heartRate = HeartRateFigures(minimum: rates[.min], maximum: rates[.max], count: 0)
    return aggregate
  }

  private func session(_ session: KnownSession, _ index: Int, _ number: Int) -> Session {
    let start = start(of: index).advanced(byMilliseconds: Int64(number) * 3_600_000)
    return Session(
      day: first.advanced(by: index),
      activity: Activity(
        kind: session.kind, isIndoor: session.isIndoor, start: start,
        end: start.advanced(byMilliseconds: 600_000),
        values: session.values.mapValues { Quantity(microUnits: Int64($0)) }),
      inputs: [0], origins: [:])
  }
}
