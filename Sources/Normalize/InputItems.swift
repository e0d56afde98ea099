import DaymarkModel

/// The items of one input that were read by one clock: converted, but not yet held against the input's bounds.
struct InputItems {
  /// The accepted samples by metric; `manual` has the same form.
  private(set) var accepted = SampleList.ofEachMetric()
  private(set) var manual = SampleList.ofEachMetric()
  private(set) var activities: [PlacedActivity] = []
  private(set) var totals: [PlacedTotal] = []
  /// What was rejected and may have been something.
  private(set) var rejected: [RejectedRecord] = []
  private(set) var rejectedSessions: [RejectedSession] = []
  private(set) var rejectedTotals: [RejectedTotal] = []
  /// The last of them, each once, once there are too many.
  private var flood: Set<RejectedRecord> = []
  /// Of the accepted samples, with those that were passed over.
  private(set) var use = SampleUse()
  private var latestEnd = Instant(milliseconds: .min)

  var isEmpty: Bool {
    activities.isEmpty && totals.isEmpty && rejected.isEmpty && rejectedSessions.isEmpty
      && rejectedTotals.isEmpty && (accepted + manual).allSatisfy(\.isEmpty)
  }

  /// Takes the items out of their place: changed where another copy is held, all of them would be copied.
  mutating func takenOut() -> InputItems {
    var taken = InputItems()
    swap(&taken, &self)
    return taken
  }

  /// - Parameter policy: Says where samples go that a user entered.
  mutating func add(
    _ batch: RecordBatch, _ policy: ManualEntryPolicy, _ rejections: inout Rejections
  ) {
    for record in batch.records { add(record, batch.clock, policy, &rejections) }
    for record in batch.untyped { add(record, batch.clock, policy, &rejections) }
    for record in batch.activities { add(record, batch.clock, policy, &rejections) }
    for record in batch.totals { add(record, policy, &rejections) }
  }

  private mutating func add(
    _ record: Record, _ clock: RecordClock, _ policy: ManualEntryPolicy,
    _ rejections: inout Rejections
  ) {
    let sample: Sample
    do {
      sample = try Sample(record, clock)
    } catch {
      let place = RecordPlace(
        line: record.line, byte: record.byte, source: record.source, metric: record.metric,
        unit: error.unit)
      rejections.count(error.reason, place)
      // One that a person typed in would not have counted either.
      if policy == .include || !record.isUserEntered {
        keepRejected(record, clock, by: error.reason.code)
      }
      return
    }
    if sample.end > latestEnd { latestEnd = sample.end }
    let metric = Int(record.metric.rawValue)
    if record.isUserEntered, policy == .exclude {
      manual[metric].append(sample)
    } else {
      accepted[metric].append(sample)
      use.add(sample)
    }
  }

  private mutating func add(
    _ untyped: UntypedRecord, _ clock: RecordClock, _ policy: ManualEntryPolicy,
    _ rejections: inout Rejections
  ) {
    var record = untyped.record
    let place = RecordPlace(line: record.line, byte: record.byte, source: record.source)
    if record.isNested { return rejections.count(.nested, place) }
    rejections.count(.typeMissing, place)
    guard policy == .include || !record.isUserEntered else { return }
    for metric in untyped.metrics {
      record.metric = metric
      keepRejected(record, clock, by: .recordTypeMissing)
    }
  }

  /// Forgets rejected records of which the operator accepts the loss.
  mutating func acceptLoss(_ codes: Set<FindingCode>) {
    guard !codes.isEmpty else { return }
    rejected.removeAll { codes.contains($0.code) }
    rejectedSessions.removeAll { codes.contains($0.code) }
    rejectedTotals.removeAll { codes.contains($0.code) }
  }

  /// The most rejected records that are kept of an input: 6 MB.
  private static let mostRejected = 100_000

  /// Keeps a rejected record for what it leaves open; of too many, that they may be of any day and amount.
  private mutating func keepRejected(
    _ record: Record, _ clock: RecordClock, by code: FindingCode
  ) {
    if let kept = RejectedRecord(record, clock, rejectedBy: code) { keep(kept) }
  }

  private mutating func keep(_ record: RejectedRecord) {
    var kept = record
    if rejected.count >= Self.mostRejected {
      (kept.time, kept.amount, kept.created) = (nil, nil, nil)
      guard flood.insert(kept).inserted else { return }
    }
    rejected.append(kept)
  }

  private mutating func add(
    _ record: ActivityRecord, _ clock: RecordClock, _ policy: ManualEntryPolicy,
    _ rejections: inout Rejections
  ) {
    let place = RecordPlace(line: record.line, byte: record.byte, source: record.source)
    do throws(RecordConversion.Failure) {
      let activity = try record.activity(clock) { lost in
        rejections.countLostField(lost.reason, place.naming(lost.unit))
      }
      activities.append(
        PlacedActivity(activity: activity, place: place, created: record.created.instant))
    } catch {
      rejections.count(error.reason, place)
      guard policy == .include || !record.isUserEntered || record.kind.isLogged,
        rejectedSessions.count < Self.mostRejected
      else { return }
      rejectedSessions.append(RejectedSession(record, clock, rejectedBy: error.reason.code))
    }
  }

  private mutating func add(
    _ record: DayTotalRecord, _ policy: ManualEntryPolicy, _ rejections: inout Rejections
  ) {
    let place = RecordPlace(
      line: record.line, byte: record.byte, source: record.source, metric: record.metric)
    do throws(RecordConversion.Failure) {
      let total = try record.total { lost in
        rejections.countLostField(lost.reason, place.naming(lost.unit))
        keepRejected(record, by: lost.reason.code, policy)
      }
      totals.append(
        PlacedTotal(total: total, measuredUntil: record.measuredUntil, place: place))
    } catch {
      rejections.count(error.reason, place.naming(error.unit))
      keepRejected(record, by: error.reason.code, policy)
    }
  }

  /// Keeps a rejected total, or one that lost a figure, for what it leaves open.
  private mutating func keepRejected(
    _ record: DayTotalRecord, by code: FindingCode, _ policy: ManualEntryPolicy
  ) {
    guard policy == .include || !record.isUserEntered, record.leavesOpen else { return }
    if let total = record.emptyTotal, rejectedTotals.count < Self.mostRejected {
      rejectedTotals.append(RejectedTotal(total: total, code: code))
    } else {
      keep(
        RejectedRecord(
          record.metric, source: record.source, amount: record.amount, rejectedBy: code))
    }
  }

  /// Accepted samples that are kept.
  var acceptedCount: Int { accepted.reduce(0) { $0 + $1.count } }

  /// Passes over the accepted samples that ended before an instant.
  ///
  /// An instant of what adds up may be a tracker's total of a day. Whether it is one, all of its source
  /// decide together, so it stays.
  mutating func pass(samplesBefore instant: Instant, _ passed: inout PassedSamples) {
    for metric in Metric.allCases {
      accepted[Int(metric.rawValue)].removeAll { sample in
        guard sample.end < instant, !metric.isCumulative || !sample.isInstant else { return false }
        passed.add(sample, of: metric)
        return true
      }
    }
  }

  /// Makes instants of what a wall clock showed.
  ///
  /// A time that a clock set forward left out becomes the first instant that exists, one that a
  /// clock set back showed twice the earlier of the two; so what came first still does.
  mutating func readWallClock(by calendar: DayCalendar) {
    for metric in accepted.indices {
      accepted[metric].readWallClock(by: calendar)
      manual[metric].readWallClock(by: calendar)
    }
    for index in rejected.indices {
      rejected[index].time = rejected[index].time.map {
        Interval(calendar.instant(ofWallClock: $0.start), calendar.instant(ofWallClock: $0.end))
      }
    }
    for index in activities.indices { activities[index].activity.readWallClock(by: calendar) }
    for index in rejectedSessions.indices {
      rejectedSessions[index].start = rejectedSessions[index].start.map(
        calendar.instant(ofWallClock:))
    }
    for index in totals.indices {
      totals[index].measuredUntil = totals[index].measuredUntil.map(calendar.instant(ofWallClock:))
    }
    // So that `check` holds them against the earliest start, too, and notes their use by these times.
    latestEnd = Instant(milliseconds: .max)
  }

  /// Makes the items those of an input of the subject, its sources numbered by the subject's table.
  mutating func assign(to input: Int, _ facts: InputFacts, sources: [UInt16]) {
    for metric in accepted.indices {
      accepted[metric].assign(to: input, sources: sources)
      manual[metric].assign(to: input, sources: sources)
    }
    use.renumberSources(sources)
    for index in rejected.indices {
      rejected[index].source = sources[Int(rejected[index].source)]
    }
    for index in activities.indices {
      activities[index].activity.input = input
      activities[index].activity.document = facts.document(ofByte: activities[index].place.byte)
      activities[index].place.source = sources[Int(activities[index].place.source)]
      activities[index].activity.source = activities[index].place.source
    }
    for index in totals.indices {
      totals[index].total.input = input
      totals[index].place.source = sources[Int(totals[index].place.source)]
      totals[index].total.source = totals[index].place.source
    }
    for index in rejectedTotals.indices {
      rejectedTotals[index].total.input = input
      rejectedTotals[index].total.source = sources[Int(rejectedTotals[index].total.source)]
    }
  }

  /// Sets apart what was typed in with a session.
  mutating func setApart(_ typed: TypedSessions, _ policy: ManualEntryPolicy) {
    for metric in accepted.indices {
      typed.move(from: &accepted[metric], to: &manual[metric], policy)
    }
    use = SampleUse(of: accepted)
  }

  /// The checks that need to know when the input was exported, and those that come after them.
  mutating func check(
    _ facts: InputFacts, latest: Instant, _ policy: ManualEntryPolicy,
    _ rejections: inout Rejections
  ) {
    if latestEnd > latest {
      for metric in Metric.allCases {
        let index = Int(metric.rawValue)
        accepted[index].reject(endingAfter: latest, metric, &rejections) { sample in
          // Where no export date bounds it, it is of a day after the instant that is asked about.
          guard facts.exportDate != nil || sample.start < Record.earliestStart else { return }
          rejected.append(
            RejectedRecord(
              metric: metric, source: sample.source, time: nil, amount: sample.value,
              created: sample.created == .max ? nil : Instant(seconds: Int64(sample.created)),
              code: .timeOutOfRange))
        }
        manual[index].reject(endingAfter: latest, metric, &rejections) { _ in }
      }
      use = SampleUse(of: accepted)
    }
    let isBounded = facts.exportDate != nil
    rejected.removeAll { !isBounded && $0.time.map { $0.start > latest } ?? false }
    for index in rejected.indices {
      guard let time = rejected[index].time else { continue }
      // A time that cannot be tells nothing; where the end alone is not known, it was no later than that.
      let isPossible = time.start <= latest && time.start >= Record.earliestStart
      rejected[index].time = isPossible ? Interval(time.start, min(time.end, latest)) : nil
    }
    for metric in Metric.allCases {
      manual[Int(metric.rawValue)].visit { rejections.count(.manual, RecordPlace($0, metric)) }
    }
    activities.removeAll { placed in
      let activity = placed.activity
      guard activity.reject(latest: latest, policy, placed.place, &rejections) else { return false }
      let isOutOfRange = activity.end > latest || activity.start < Record.earliestStart
      // As of records: where no export date bounds it, it is of a day after the instant that is asked about.
      if isOutOfRange, isBounded || activity.start < Record.earliestStart,
        policy == .include || !activity.isUserEntered || activity.kind.isLogged
      {
        rejectedSessions.append(RejectedSession(activity, rejectedBy: .timeOutOfRange))
      }
      return true
    }
    rejectedSessions.removeAll { !isBounded && $0.start.map { $0 > latest } ?? false }
    for index in rejectedSessions.indices where rejectedSessions[index].start ?? latest > latest {
      rejectedSessions[index].start = nil
    }
    for index in activities.indices {
      let place = activities[index].place
      let session = Interval(activities[index].activity.start, activities[index].activity.end)
      activities[index].activity.track.check(latest: latest, session: session) { reason, point in
        let place = RecordPlace(point, ofActivityAt: place, facts)
        guard reason == .timeOutOfRange else { return rejections.count(reason, place) }
        rejections.countOutOfRange(place, end: point.at, latest: latest)
      }
    }
    checkTotals(latest: latest, isBounded: isBounded, policy, &rejections)
  }

  /// - Parameter isBounded: Whether an export date says that nothing is of a later day.
  private mutating func checkTotals(
    latest: Instant, isBounded: Bool, _ policy: ManualEntryPolicy, _ rejections: inout Rejections
  ) {
    let all = totals.map { ($0.total, $0.total.greatest) } + rejectedTotals.map { ($0.total, nil) }
    for (total, amount) in all where isBounded && total.begins(after: latest) {
      // A day that cannot be tells nothing.
      guard policy == .include || !total.isUserEntered else { continue }
      keep(
        RejectedRecord(
          total.metric, source: total.source, amount: amount, rejectedBy: .timeOutOfRange))
    }
    totals.removeAll { $0.reject(latest: latest, policy, &rejections) }
    rejectedTotals.removeAll { $0.total.begins(after: latest) }
  }
}

/// Which sources gave samples, and when the last of these ends.
struct SampleUse {
  private(set) var sources: Set<UInt16> = []
  /// `nil` without a sample.
  private(set) var lastEnd: Instant?
  private var lastSource: UInt16?

  init() {}

  init(of lists: [SampleList]) {
    for list in lists { list.visit { add($0) } }
  }

  mutating func add(_ sample: Sample) {
    // Neighbours mostly have one source.
    if sample.source != lastSource { sources.insert(sample.source) }
    lastSource = sample.source
    if lastEnd.map({ $0 < sample.end }) ?? true { lastEnd = sample.end }
  }

  /// - Parameter table: The new number of each source.
  mutating func renumberSources(_ table: [UInt16]) {
    sources = Set(sources.map { table[Int($0)] })
    lastSource = nil
  }
}

extension RecordPlace {
  fileprivate func naming(_ unit: RecordUnit) -> RecordPlace {
    var place = self
    place.unit = unit
    return place
  }

  /// A point knows its byte in its document alone, an activity that in its input.
  fileprivate init(_ point: TrackPoint, ofActivityAt place: RecordPlace, _ facts: InputFacts) {
    let document = facts.document(ofByte: place.byte)
    let firstByte = facts.documents.isEmpty ? 0 : facts.documents[document].firstByte
    self.init(
      line: nil, byte: firstByte + point.byte, source: place.source,
      metric: point.heartRate == nil ? nil : .heartRate)
  }
}

extension SampleList {
  static func ofEachMetric() -> [SampleList] {
    Metric.allCases.map { SampleList(of: $0) }
  }

  fileprivate mutating func assign(to input: Int, sources: [UInt16]) {
    update { sample in
      sample.source = sources[Int(sample.source)]
      sample.input = input
    }
  }

  fileprivate mutating func readWallClock(by calendar: DayCalendar) {
    update { sample in
      sample.start = calendar.instant(ofWallClock: sample.start)
      sample.end = calendar.instant(ofWallClock: sample.end)
    }
  }

  /// Takes out what cannot be; see Semantics, "What is rejected", `time.out_of_range`.
  fileprivate mutating func reject(
    endingAfter latest: Instant, _ metric: Metric, _ rejections: inout Rejections,
    _ body: (Sample) -> Void
  ) {
    removeAll { sample in
      guard sample.end > latest || sample.start < Record.earliestStart else { return false }
      body(sample)
      rejections.countOutOfRange(RecordPlace(sample, metric), end: sample.end, latest: latest)
      return true
    }
  }
}
