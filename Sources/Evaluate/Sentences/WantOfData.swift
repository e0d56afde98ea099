import DaymarkModel

// Days of which too little is known, in words.

extension LeafEvaluation {
  /// The reasons for missing data, one for each cause; while more data can come, only causes that
  /// do not settle by themselves.
  ///
  /// - Parameters:
  ///   - setting: The circumstances.
  ///   - isAlone: Whether no other reason is given that the data could change.
  ///   - whole: The evaluation whose answer is explained: this one, or that of leaves that are
  ///     asked together.
  func wantsOfData(
    _ setting: ReasonSetting, isAlone: Bool, for whole: LeafEvaluation
  ) -> [RankedReason] {
    func span(_ concerned: Int) -> String {
      "on \(concerned) of \(facts.count.counting("day"))" + leaf.selection
    }
    func want(
      _ code: String, rank: RankedReason.Rank = .wantOfData, _ damage: [InputDamage] = [],
      of isConcerned: (DayFact) -> Bool, _ make: (_ span: String) -> RankedReason.Want
    ) -> RankedReason? {
      let (concerned, days) = (facts.count(where: isConcerned), facts.count)
      guard concerned > 0 else { return nil }
      let want = make(span(concerned))
      let reason = Reason(
        code: code, text: want.text, required: leaf.quantity(whole.result.required),
        actual: leaf.quantity(whole.result.actual), damage: damage)
      return RankedReason(
        reason: reason, shortfall: Double(concerned) / Double(days), rank: rank, want: want)
    }
    /// Returns the reason for data that is missing, whatever happened to it.
    ///
    /// - Parameters:
    ///   - what: What stands before the name of the data.
    ///   - more: What stands after it.
    func want(
      _ code: String, rank: RankedReason.Rank = .wantOfData, _ what: String, _ more: String = "",
      _ isConcerned: (DayFact) -> Bool
    ) -> RankedReason? {
      want(code, rank: rank, of: isConcerned) { span in
        RankedReason.Want(
          cause: nil, words: (what, "\(more) "),
          parts: [.init(name: what.isEmpty ? "" : leaf.value.dataName, span: span)],
          couldChange: !isAlone)
      }
    }
    /// Returns the reason for an event that happened to the data, with its remedy and with what is
    /// unknown because of it.
    func cause(
      _ code: String, _ words: String, rank: RankedReason.Rank = .cause,
      _ damage: [InputDamage] = [], of isConcerned: (DayFact) -> Bool
    ) -> RankedReason? {
      want(code, rank: rank, damage, of: isConcerned) { span in
        RankedReason.Want(
          cause: words, words: ("", " not known "),
          parts: [.init(name: leaf.value.unknownName, span: span)], couldChange: !isAlone)
      }
    }
    let rank: RankedReason.Rank = setting.isPeriodOver ? .cause : .wantOfData
    if setting.hasNoInputs {
      let remedy = setting.takesMore ? ": \(leaf.value.origin.wordsOfHandingIn)" : ""
      let none = cause(
        "data.none", "nothing that counts was handed in" + remedy, rank: rank,
        of: { $0.doubt == .missing || $0.doubt == .incomplete })
      return [none].compactMap { $0 }
    }
    let damaged =
      setting.damage.isEmpty
      ? want("data.incomplete", "damaged data of ") { $0.isDamaged }
      : cause(
        "data.incomplete", setting.damage.words(takesMore: setting.takesMore), setting.damage,
        of: { $0.isDamaged })
    let end = setting.ends.end(of: leaf.value)
    func isPastEnd(_ fact: DayFact) -> Bool {
      guard let end, fact.day >= end.open else { return false }
      return fact.doubt == .incomplete || fact.doubt == .missing
    }
    let ended = end.flatMap { end in
      cause(
        "data.ended",
        leaf.value.origin.wordsOfEnd(end.day, takesMore: setting.takesMore), rank: rank,
        of: isPastEnd)
    }
    // Where nothing of this kind was handed in, the data ends nowhere.
    let tellsNothing = end == nil && facts.allSatisfy { $0.recorded == nil }
    let nothing =
      !tellsNothing
      ? nil
      : cause(
        "data.missing",
        "what was handed in tells nothing of this"
          + (setting.takesMore ? ": \(leaf.value.origin.wordsOfHandingIn)" : ""),
        rank: rank, of: { $0.doubt == .incomplete })
    // Where these alone hold the answer open, they come first: somebody can say what is right.
    let openRank: RankedReason.Rank = whole.isHeldOpen ? rank : .wantOfData
    let rejected = want(
      "data.rejected", rank: openRank, "records of ", " that could not be understood"
    ) { $0.doubt == .rejected }
    let rivals = want(
      "data.two_figures", rank: openRank, "two figures of ", rivalWords(setting)
    ) { $0.rivals != nil }
    let unknown = StrengthGap.allCases.map { gap in
      want(gap.rawValue, rank: openRank, "", gap.words) { $0.gaps.contains(gap) }
    }
    func isMissing(_ fact: DayFact) -> Bool { fact.doubt == .missing && !isPastEnd(fact) }
    let missing = want("data.missing", of: isMissing) { all in
      let parts = lackingTerms(of: facts.filter(isMissing)).map { term, days in
        RankedReason.Want.Part(name: term.dataName, span: span(days))
      }
      return RankedReason.Want(
        cause: nil, words: ("no data of ", " "),
        parts: parts.isEmpty ? [.init(name: leaf.value.dataName, span: all)] : parts,
        couldChange: !isAlone)
    }
    let rows = cause(
      "data.rows_unread", wordsOfUnreadRows(setting), rank: openRank, of: { $0.unreadRows != nil })
    let isTargetAlone = facts.allSatisfy { $0.doubt == nil }
    let earlier = target?.doubt(of: leaf.value.dataName).map { doubt in
      let damage = doubt.isOfDamage ? setting.damage : []
      let mended = damage.isEmpty ? "" : ": \(damage.words(takesMore: setting.takesMore))"
      return RankedReason(
        reason: Reason(
          code: doubt.code, text: doubt.words + mended,
          required: leaf.quantity(whole.result.required),
          actual: leaf.quantity(whole.result.actual), damage: damage),
        shortfall: Double(doubt.lacking) / Double(max(1, facts.count)),
        rank: doubt.decides ? .cause : isTargetAlone ? openRank : .wantOfData)
    }
    if whole.isHeldOpen {
      return ([damaged, ended, nothing, rejected, rivals, rows] + unknown + [earlier])
        .compactMap { $0 }
    }
    return [
      damaged, ended, nothing, rejected, missing,
      want("data.incomplete", "incomplete data of ") {
        $0.doubt == .incomplete && !isPastEnd($0) && !tellsNothing
      },
      want("data.incomplete_session", "", leaf.value.incompleteSession) {
        $0.doubt == .unknown && $0.gaps.isEmpty && $0.unreadRows == nil
      },
      earlier,
    ].compactMap { $0 }
  }

  /// The terms of a weighted sum that lack data, each with the number of days on which it does, in
  /// the order of the sum; empty for any other value.
  ///
  /// Terms of the same data, such as the times of two kinds of sessions, are one.
  private func lackingTerms(of facts: [DayFact]) -> [(term: DayValue, days: Int)] {
    guard case .weighted(let sum) = leaf.value else { return [] }
    var lacking: [(term: DayValue, days: Int)] = []
    for term in sum.terms.map(\.value) {
      guard !lacking.contains(where: { $0.term.dataName == term.dataName }) else { continue }
      let days = facts.count { $0.lackingTerms.contains(term) }
      if days > 0 { lacking.append((term, days)) }
    }
    return lacking
  }

  /// The rows of a log that could not be understood, in words: `not every row of your log on
  /// 2025-09-16 could be read: correct it in the app, and hand the log in again`.
  private func wordsOfUnreadRows(_ setting: ReasonSetting) -> String {
    let days = facts.filter { $0.unreadRows == .ofDay }.map { "\($0.day)" }
    let mostNamed = 3
    let more = days.count - mostNamed
    let named =
      more > 0
      ? "\(days.prefix(mostNamed).joined(separator: ", ")) and \(more.counting("more day"))"
      : days.joined(lastWith: "and")
    let isOfAttempts = leaf.value.origin == .attempts
    let log = isOfAttempts ? "attempts" : "log"
    let remedy =
      isOfAttempts
      ? "correct it, and hand them in again" : "correct it in the app, and hand the log in again"
    let unread = days.isEmpty ? "has a date that can be read" : "on \(named) could be read"
    return "not every row of your \(log) \(unread)" + (setting.takesMore ? ": \(remedy)" : "")
  }

  /// The sources of two figures, by what `sourcePriority` takes: ` (by apple.phone and apple.app;
  /// sourcePriority says which counts)`.
  private func rivalWords(_ setting: ReasonSetting) -> String {
    let ranks = Set(facts.compactMap(\.rivals).flatMap { [$0.phone, $0.total] }).sorted()
    var kinds: [String] = []
    for rank in ranks where setting.sourceKinds.indices.contains(rank) {
      if !kinds.contains(setting.sourceKinds[rank]) { kinds.append(setting.sourceKinds[rank]) }
    }
    return " (by \(kinds.joined(lastWith: "and")); sourcePriority says which counts)"
  }
}

extension StrengthGap {
  /// What is not known, in words.
  fileprivate var words: String {
    switch self {
    case .unit: "loads without a unit"
    case .bodyWeight: "sets with an unknown body weight"
    case .exercise: "names that match no exercise"
    }
  }
}

/// The end of the data, for each kind of data.
struct DataEnds {
  struct End {
    /// The last day of which anything is known.
    let day: CivilDay
    /// The first day of which not everything is known.
    let open: CivilDay
  }

  private let measured: End?
  private let strength: End?
  private let feats: End?
  private let logged: End?

  init(_ aggregates: SubjectAggregates) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    measured = aggregates.dataEnd.map { end in
      let before = Instant(milliseconds: end.milliseconds - 1)
      return End(day: calendar.day(containing: before), open: calendar.day(containing: end))
    }
    strength = aggregates.strengthEnd.map { End(day: $0, open: $0) }
    feats = aggregates.featsEnd.map { End(day: $0, open: $0) }
    logged = aggregates.loggedEnd.map { End(day: $0, open: $0) }
  }

  func end(of value: DayValue) -> End? {
    switch value {
    case .activities(_, let test) where test.looksAtLogsAlone: logged
    case .metric, .heartRate, .heartMinutes, .activities: measured
    case .strength, .lift: strength
    case .feat: feats
    case .weighted(let sum): sum.terms.first.flatMap { end(of: $0.value) }
    }
  }
}

extension Reason {
  /// The reason for days whose data is damaged, whatever the rule asks of them.
  init(damaged: Int, of days: Int, by damage: [InputDamage], takesMore: Bool) {
    let span = "damaged data on \(damaged) of \(days.counting("day"))"
    self.init(
      code: "data.incomplete",
      text: damage.isEmpty ? span : "\(damage.words(takesMore: takesMore)) (\(span))",
      damage: damage)
  }
}
