import DaymarkModel
import DaymarkTestSupport
import Testing

/// Requirements on the data for a pass to stand.
struct GateTests {
  static let pass = leaf(.total, .atLeast(1))

  /// Two days of 100 steps: of the first 30 were typed in and counted, of the second 20 were set
  /// aside and 10 were late.
  ///
  /// Manual share 50 / (200 + 20) = 22.7272... %, late share 10 / 200 = 5 %.
  static func subject() -> SubjectAggregates {
    var subject = aggregates("100 100")
    subject.days[0].measure = QualityMeasure(manualAmount: Quantity(30), naive: Quantity(100))
    subject.days[1].measure = QualityMeasure(
      manualAmount: Quantity(20), naive: Quantity(100), setAside: Quantity(20), late: Quantity(10))
    // Outside of the period.
    subject.days.append(
      DailyAggregate(
        metric: .steps, day: firstDay.advanced(by: 2), value: Quantity(1),
        measure: QualityMeasure(manualAmount: Quantity(900), naive: Quantity(900))))
    return subject
  }

  static func decided(
    _ gates: [QualityGate], _ condition: Condition = pass, asOf: Instant = at(40),
    deadline: Instant = at(30), flags: [QualityFlag] = [], isSharingPending: Bool = false
  ) -> Verdict {
    var quality = QualityFlags.unflagged
    quality.flags = flags
    quality.isSharingPending = isSharingPending
    return verdict(
      on: subject(), days: 2, condition, asOf: asOf, deadline: deadline, gates: gates,
      quality: quality)
  }

  @Test func `the manual share is of all values of the period, those set aside too`() {
    // 2272 / 10000 of 220 = 49.984 < 50 <= 49.9840...+; 2273 / 10000 of 220 = 50.006.
    let breached = Self.decided([QualityGate(.manualShare(.steps, atMost: 2272))])
    #expect(breached.outcome == .undetermined)
    #expect(breached.codes == ["quality.manual_share", "total.met"])
    #expect(
      breached.reasons[0]
        == Reason(
          code: "quality.manual_share", text: "more than 22.72 % of steps typed in by hand",
          required: Quantity(microUnits: 22_720_000), actual: Quantity(microUnits: 22_730_000)))
    let held = Self.decided([QualityGate(.manualShare(.steps, atMost: 2273))])
    #expect(held.outcome == .pass)
    #expect(held.codes == ["total.met"])
  }

  @Test func `the late share is of the values that count`() {
    #expect(Self.decided([QualityGate(.lateShare(.steps, atMost: 500))]).outcome == .pass)
    let breached = Self.decided([QualityGate(.lateShare(.steps, atMost: 499))])
    #expect(breached.outcome == .undetermined)
    #expect(breached.codes == ["quality.late_share", "total.met"])
  }

  @Test func `over damaged days no gate holds, and the damage is named`() {
    var days = Self.subject()
    days = SubjectAggregates(
      zone: days.zone, days: days.days, dataEnd: days.dataEnd,
      damagedSpans: [Interval(at(2), at(3))])
    days.damage = [
      InputDamage(format: "garmin-fit", digest: Digest(of: []), codes: [.activityTruncated])
    ]
    let always = leaf(.total, .atLeast(0))
    for gate in [
      QualityGate.Measure.manualShare(.steps, atMost: 10_000), .flags(nil, atMost: 9),
      .lateShare(.activeEnergy, atMost: 10_000),
    ] {
      let decided = verdict(
        on: days, days: 2, always, deadline: at(30), gates: [QualityGate(gate)])
      #expect(decided.outcome == .undetermined)
      #expect(decided.codes.first == "data.incomplete")
      #expect(decided.reasons[0].damage == days.damage)
      #expect(
        decided.reasons[1].text.hasPrefix("cannot be checked with damaged data on 1 of 2 days: at ")
      )
    }
    #expect(
      verdict(on: days, days: 1, always, gates: [QualityGate(.flags(nil, atMost: 0))])
        .outcome == .pass)
  }

  @Test func `of what was not measured a gate holds`() {
    #expect(Self.decided([QualityGate(.manualShare(.activeEnergy, atMost: 0))]).outcome == .pass)
    #expect(Self.decided([QualityGate(.lateShare(.activeEnergy, atMost: 0))]).outcome == .pass)
  }

  @Test func `flags of the codes count that are not merely noted`() {
    func flag(_ code: FlagCode, _ level: QualityFlag.Level) -> QualityFlag {
      QualityFlag(code, level, measured: Quantity(2), limit: Quantity(1))
    }
    let flags = [
      flag(.stepsPerMinute, .flagged), flag(.stepsPerMinute, .noted), flag(.sharedDays, .flagged),
    ]
    func outcome(_ codes: Set<FlagCode>?, _ atMost: Int) -> Outcome {
      Self.decided([QualityGate(.flags(codes, atMost: atMost))], flags: flags).outcome
    }
    #expect(outcome(nil, 2) == .pass)
    #expect(outcome(nil, 1) == .undetermined)
    #expect(outcome([.stepsPerMinute], 1) == .pass)
    #expect(outcome([.stepsPerMinute], 0) == .undetermined)
    #expect(outcome([.strideLength], 0) == .pass)
    let reason = Self.decided([QualityGate(.flags(nil, atMost: 1))], flags: flags).reasons[0]
    #expect(
      reason
        == Reason(
          code: "quality.flags",
          text: "2 signs of unusual data (days.shared, steps.per_minute), at most 1 allowed",
          required: Quantity(1), actual: Quantity(2)))
  }

  @Test func `with onBreach: fail a breach fails once the proof deadline is over`() {
    let gate = QualityGate(.manualShare(.steps, atMost: 0), onBreach: .fail)
    #expect(Self.decided([gate], asOf: at(29)).outcome == .undetermined)
    #expect(Self.decided([gate], asOf: at(30)).outcome == .fail)
    let mild = QualityGate(.lateShare(.steps, atMost: 0))
    let both = Self.decided([mild, gate])
    #expect(both.outcome == .fail)
    #expect(both.codes == ["quality.late_share", "quality.manual_share", "total.met"])
  }

  @Test(arguments: BreachPolicy.allCases)
  func `what only a look at all subjects gives is waited for`(onBreach: BreachPolicy) {
    func decided(
      _ codes: Set<FlagCode>?, _ condition: Condition = Self.pass, flags: [QualityFlag] = []
    ) -> Verdict {
      Self.decided(
        [QualityGate(.flags(codes, atMost: 0), onBreach: onBreach)], condition, flags: flags,
        isSharingPending: true)
    }
    for codes in [nil, [.sharedDays], [.strideLength, .sharedArchive]] as [Set<FlagCode>?] {
      #expect(decided(codes).outcome == .undetermined)
      #expect(decided(codes).codes == ["sharing.pending", "total.met"])
      #expect(decided(codes).finality.openUntil == at(30))
    }
    #expect(decided([.strideLength]).outcome == .pass)
    // What is known already need not wait, and a fail stays one.
    let stride = QualityFlag(
      .strideLength, .flagged, measured: Quantity(3), limit: Quantity(2))
    #expect(decided(nil, flags: [stride]).codes == ["quality.flags", "total.met"])
    #expect(decided(nil, leaf(.total, .atLeast(201))).codes == ["total.too_low"])
  }

  @Test func `only a pass is touched: nobody wins by spoiling the own data`() {
    let gate = QualityGate(.manualShare(.steps, atMost: 0))
    let failed = Self.decided([gate], leaf(.total, .atLeast(201)))
    #expect(failed.outcome == .fail)
    #expect(failed.codes == ["total.too_low"])
    let open = Self.decided([gate], leaf(.total, .atLeast(201)), asOf: at(2))
    #expect(open.outcome == .undetermined)
    #expect(open.codes == ["total.open"])
  }

  @Test func `three reasons at most`() {
    let gates = [
      QualityGate(.manualShare(.steps, atMost: 0)), QualityGate(.manualShare(.steps, atMost: 1)),
      QualityGate(.lateShare(.steps, atMost: 0)), QualityGate(.lateShare(.steps, atMost: 1)),
    ]
    #expect(Self.decided(gates).reasons.count == 3)
  }
}
