import DaymarkModel

/// The converted items of one input and one clock, before the checks of the input's time limits.
struct InputItems {
  /// The accepted samples, one list for each metric; `manual` has the same form.
  private(set) var accepted = SampleList.ofEachMetric()
  private(set) var manual = SampleList.ofEachMetric()
  private(set) var activities: [PlacedActivity] = []
  private(set) var totals: [PlacedTotal] = []
  /// The rejected records that may have contained an amount.
  private(set) var rejected: [RejectedRecord] = []
  private(set) var rejectedSessions: [RejectedSession] = []
  private(set) var rejectedTotals: [RejectedTotal] = []
  /// The records after ``mostRejected``, each once and without its details.
  private var flood: Set<RejectedRecord> = []
  /// The use of sources by the accepted samples, including those passed over.
  private(set) var use = SampleUse()
  private var latestEnd = Instant(milliseconds: .min)

  var isEmpty: Bool {
    activities.isEmpty && totals.isEmpty && rejected.isEmpty && rejectedSessions.isEmpty
      && rejectedTotals.isEmpty && (accepted + manual).allSatisfy(\.isEmpty)
  }

  /// Moves the items out, because a change while another copy exists would copy all of them.
  mutating func takenOut() -> InputItems {
    var taken = InputItems()
    swap(&taken, &self)
    return taken
  }

  /// Adds the items of a batch, under a policy on samples that a person typed in.
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
      // A typed-in record that the policy excludes would not have counted anyway.
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

  /// Forgets the rejected records whose loss the operator accepts.
  mutating func acceptLoss(_ codes: Set<FindingCode>) {
    guard !codes.isEmpty else { return }
    rejected.removeAll { codes.contains($0.code) }
    rejectedSessions.removeAll { codes.contains($0.code) }
    rejectedTotals.removeAll { codes.contains($0.code) }
  }

  /// The maximum number of detailed rejected records of an input, which take 6 MB.
  private static let mostRejected = 100_000

  /// Keeps a rejected record, which loses time and amount if there are ``mostRejected`` before it.
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

  /// Keeps a rejected total, or one that lost a figure, for the amount that it leaves open.
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

  /// The number of accepted samples in memory.
  var acceptedCount: Int { accepted.reduce(0) { $0 + $1.count } }

  /// Passes over the accepted samples that ended before an instant.
  ///
  /// A cumulative sample without duration stays, because it may be a tracker's total of a day.
  mutating func pass(samplesBefore instant: Instant, _ passed: inout PassedSamples) {
    for metric in Metric.allCases {
      accepted[Int(metric.rawValue)].removeAll { sample in
        guard sample.end < instant, !metric.isCumulative || !sample.isInstant else { return false }
        passed.add(sample, of: metric)
        return true
      }
    }
  }

  /// Converts wall-clock times to instants.
  ///
  /// A time that a clock set forward skips becomes the first instant after it. A time that a clock
  /// set back shows twice becomes the earlier instant. The order of times therefore stays the same.
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
    // This makes `check` test all samples again, also against the earliest start, and record their
    // use by these times.
    latestEnd = Instant(milliseconds: .max)
  }

  /// Assigns the items to an input of the subject, and numbers their sources anew.
  ///
  /// - Parameters:
  ///   - number: The number by which samples name the input.
  ///   - sources: The index in the subject's ``SourceTable`` of each source of the input.
  mutating func assign(to input: Int, number: Int, _ facts: InputFacts, sources: [UInt16]) {
    for metric in accepted.indices {
      accepted[metric].assign(to: number, sources: sources)
      manual[metric].assign(to: number, sources: sources)
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

  /// Moves the samples that lie within a typed-in session from the accepted ones to the typed-in
  /// ones; if the policy includes typed-in data, they are only marked.
  mutating func setApart(_ typed: TypedSessions, _ policy: ManualEntryPolicy) {
    for metric in accepted.indices {
      typed.move(from: &accepted[metric], to: &manual[metric], policy)
    }
    use = SampleUse(of: accepted)
  }

  /// Applies the checks that need the date of the export, and those that follow them.
  mutating func check(
    _ facts: InputFacts, latest: Instant, _ policy: ManualEntryPolicy,
    _ rejections: inout Rejections
  ) {
    if latestEnd > latest {
      for metric in Metric.allCases {
        let index = Int(metric.rawValue)
        accepted[index].reject(endingAfter: latest, metric, &rejections) { sample in
          // Without an export date such a sample belongs to a day after the instant of evaluation,
          // and leaves nothing open.
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
      // An impossible time says nothing about the record. An unknown end was not later than the
      // export.
      let isPossible = time.start <= latest && time.start >= Record.earliestStart
      rejected[index].time = isPossible ? Interval(time.start, min(time.end, latest)) : nil
    }
    for metric in Metric.allCases {
      manual[Int(metric.rawValue)].visit { rejections.count(.manual, RecordPlace($0, metric)) }
    }
    activities.removeAll { placed in
      let activity = placed.activity
      guard activity.countRejection(latest: latest, policy, placed.place, &rejections) else {
        return false
      }
      let isOutOfRange = activity.end > latest || activity.start < Record.earliestStart
      // The same holds as for records: without an export date the session belongs to a day after
      // the instant of evaluation.
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

  /// Checks the day totals.
  ///
  /// - Parameter isBounded: Whether an export date excludes data of later days.
  private mutating func checkTotals(
    latest: Instant, isBounded: Bool, _ policy: ManualEntryPolicy, _ rejections: inout Rejections
  ) {
    let all = totals.map { ($0.total, $0.total.greatest) } + rejectedTotals.map { ($0.total, nil) }
    for (total, amount) in all where isBounded && total.begins(after: latest) {
      // An impossible day says nothing about the total.
      guard policy == .include || !total.isUserEntered else { continue }
      keep(
        RejectedRecord(
          total.metric, source: total.source, amount: amount, rejectedBy: .timeOutOfRange))
    }
    totals.removeAll { $0.countRejection(latest: latest, policy, &rejections) }
    rejectedTotals.removeAll { $0.total.begins(after: latest) }
  }
}

/// The sources of samples, and the end of the last sample.
struct SampleUse {
  private(set) var sources: Set<UInt16> = []
  /// The end of the last sample; `nil` where there is none.
  private(set) var lastEnd: Instant?
  private var lastSource: UInt16?

  init() {}

  init(of lists: [SampleList]) {
    for list in lists { list.visit { add($0) } }
  }

  mutating func add(_ sample: Sample) {
    // Consecutive samples usually have the same source.
    if sample.source != lastSource { sources.insert(sample.source) }
    lastSource = sample.source
    if lastEnd.map({ $0 < sample.end }) ?? true { lastEnd = sample.end }
  }

  /// Changes the numbers of sources to those in a table.
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

  /// Makes the place of a point, whose byte counts from its document and not from the input.
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

  fileprivate mutating func assign(to number: Int, sources: [UInt16]) {
    update { sample in
      sample.source = sources[Int(sample.source)]
      sample.input = number
    }
  }

  fileprivate mutating func readWallClock(by calendar: DayCalendar) {
    update { sample in
      sample.start = calendar.instant(ofWallClock: sample.start)
      sample.end = calendar.instant(ofWallClock: sample.end)
    }
  }

  /// Removes samples of impossible times, and passes each to `body`; see Semantics, "What is
  /// rejected", `time.out_of_range`.
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
