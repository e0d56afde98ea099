import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Days of which something is known, or a part is lost.
struct PartialDayTests {
  /// Only a daily summary tells of the day, and it gives no average.
  @Test func `a heart-rate day without an average is missing`() {
    var days = aggregates("70 80", of: .heartRate)
    days.days[1].value = nil
    days.days[1].heartRate = HeartRateFigures(minimum: Quantity(50), count: 0)
    #expect(answer(on: days) == .undetermined)
    days.days[1].value = Quantity(80)
    #expect(answer(on: days) == .pass)
  }

  /// A damaged file of a day may hold what is missing, so the day waits for data until the deadline, and
  /// is not merely missing then.
  @Test func `a day that damage touches is damaged, with data or without`() {
    func codes(_ spans: [Interval], asOf: Instant) -> [String] {
      let all = aggregates("70 -", of: .heartRate)
      let damaged = SubjectAggregates(
        zone: all.zone, days: all.days, dataEnd: all.dataEnd, damagedSpans: spans)
      return decided(damaged, asOf: asOf).codes
    }
    #expect(codes([], asOf: at(4)) == ["days.open", "data.missing"])
    #expect(codes([Interval(at(1), at(2))], asOf: at(4)) == ["days.open", "data.incomplete"])
    #expect(codes([Interval(at(2), at(2))], asOf: at(4)) == ["days.open", "data.incomplete"])
    #expect(
      codes([Interval(at(1), at(2))], asOf: at(60))
        == ["days.open", "data.incomplete", "data.missing"])
    #expect(codes([Interval(at(2), at(2))], asOf: at(60)) == ["days.open", "data.incomplete"])
  }

  private func answer(on days: SubjectAggregates) -> Outcome {
    decided(days, asOf: at(4)).outcome
  }

  private func decided(_ days: SubjectAggregates, asOf: Instant) -> Verdict {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: leaf(.days(.every), .atLeast(60), of: .heartRate), onMissing: .undetermined)
    let challenge = Challenge(
      id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 1)),
      proofDeadline: at(50))
    return evaluate(rule, on: days, of: challenge, asOf: asOf, quality: .unflagged)
  }
}
