/// A challenge that subjects take part in: a period and what is to be sent.
package struct Challenge: Hashable, Sendable {
  /// The id, which names the output folder.
  package var id: String
  /// The title that people read.
  package var title: String
  /// The days or instants that count.
  package var period: Period
  /// The end of the period when the pipeline does not say.
  package var proofDeadline: Instant?
  /// When a fail becomes final that something rests on that was not read; never when `nil`.
  package var unreadUntil: Instant?
  /// The zone of subjects that have none of their own.
  package var zone: Zone?
  /// Whom participants write to: an address, a URL or words.
  package var contact: String?

  /// Without a proof deadline the end of the period is the deadline.
  package init(
    id: String, title: String, period: Period, proofDeadline: Instant? = nil, zone: Zone? = nil
  ) {
    self.id = id
    self.title = title
    self.period = period
    self.proofDeadline = proofDeadline
    self.zone = zone
  }
}

extension Challenge {
  /// The instant up to which proof can come: the proof deadline, or without one the period's end.
  package func deadline(in calendar: DayCalendar) -> Instant {
    proofDeadline ?? period.interval(in: calendar).end
  }
}

/// The time that a challenge or an aggregation covers.
public enum Period: Hashable, Sendable {
  /// Civil days in the subject's zone, both inclusive.
  case days(from: CivilDay, to: CivilDay)
  /// The days that the interval touches, clipped to it.
  case instants(Interval)

  /// The days of the longest period that a case of a rule may have: ten years.
  package static let mostDaysOfCase = 3660

  /// The period as instants in a zone.
  package func interval(in calendar: DayCalendar) -> Interval {
    switch self {
    case .days(let from, let to):
      Interval(calendar.start(of: from), calendar.start(of: to.advanced(by: 1)))
    case .instants(let interval): interval
    }
  }

  /// The time with so many more days before it, or a little more: days in instants are not all equally long.
  package func beginning(earlierBy days: Int) -> Period {
    if days == 0 { return self }
    switch self {
    case .days(let from, let to): return .days(from: from.advanced(by: -days), to: to)
    case .instants(let interval):
      return .instants(Interval(interval.start.advanced(byDays: -days - 2), interval.end))
    }
  }

  /// The days before the first that the period touches in a zone.
  package func days(_ count: Int, before calendar: DayCalendar) -> Period {
    let first = days(in: calendar)[0]
    return .days(from: first.advanced(by: -count), to: first.advanced(by: -1))
  }

  /// The civil days that the period touches in a zone, ascending.
  package func days(in calendar: DayCalendar) -> [CivilDay] {
    switch self {
    case .days(let from, let to):
      return (from.ordinal...max(from.ordinal, to.ordinal)).map(CivilDay.init(ordinal:))
    case .instants(let interval):
      let first = calendar.day(containing: interval.start)
      let last = calendar.day(containing: interval.end.advanced(byMilliseconds: -1))
      return (first.ordinal...max(first.ordinal, last.ordinal)).map(CivilDay.init(ordinal:))
    }
  }
}

/// The phase of a challenge at an instant; see Evidence, "The verdict".
public enum Phase: String, CaseIterable, Sendable {
  case upcoming, active, proofWindow, ended
}

/// Who takes part, and with what.
package struct Subject: Hashable, Sendable {
  /// The id that folders and documents name.
  package var id: String
  /// `0x` and 20 bytes of hex, as written.
  package var address: String?
  /// The subject's own zone; goes before that of the challenge.
  package var zone: Zone?
  /// Set when the pipeline names a zone that does not exist: it fails this subject alone.
  package var unknownZone: String?
  /// What is wrong with the folder or the settings of the subject: it fails this subject alone.
  package var problem: Finding?
  /// What somebody says of the subject's workout logs.
  package var logs = LogSettings()
  /// The operator's files for this subject alone, which go before those of the pipeline.
  package var files: [OperatorFile] = []
  /// Paths to archives or folders.
  package var archives: [String]
  /// The folder of an inbox that the archives lie in, which others may fill: no link leads out of it.
  package var folder: String?
  /// When archives were received, by path; of the others nobody says.
  package var receivedAt: [String: Instant]
  /// Whether one instant was said for all archives that were there, and not for each.
  package var receivedTogether = false
  /// Whether the operator says that everything was handed in.
  package var isComplete = false
  /// The operator's decisions on inputs, in the order in which they stand.
  package var setAside: [SetAside.Statement] = []
  /// The invitation that the service gave the person; `nil` where nobody has stated one.
  package var link: EvidenceLink?
  /// The providers from whom the service collects by itself.
  package var linked: [String] = []
  /// The first day on which the person counts in programmes; `nil` of whoever counts from their beginning.
  package var joined: CivilDay?

  package init(
    id: String, address: String? = nil, zone: Zone? = nil, unknownZone: String? = nil,
    problem: Finding? = nil, archives: [String] = [], receivedAt: [String: Instant] = [:]
  ) {
    self.id = id
    self.address = address
    self.zone = zone
    self.unknownZone = unknownZone
    self.problem = problem
    self.archives = archives
    self.receivedAt = receivedAt
  }
}

/// Which documents a pipeline writes beside evidence and verdict.
package struct Intake: Hashable, Sendable {
  /// The forms of what is sent.
  package enum Profile: String, CaseIterable, Sendable {
    case lightchallenge, daymark
  }

  /// The form of what is sent.
  package var profile: Profile
  /// The service's number of the challenge, in decimal.
  package var challengeID: String?
  /// `0x` and 32 bytes of hex, as written.
  package var modelHash: String?
  /// A token that is sent as it is.
  package var evidenceToken: String?
  /// The end of the token in Unix milliseconds, sent as it is.
  package var evidenceExpires: String?

  package init(
    profile: Profile, challengeID: String? = nil, modelHash: String? = nil,
    evidenceToken: String? = nil, evidenceExpires: String? = nil
  ) {
    self.profile = profile
    self.challengeID = challengeID
    self.modelHash = modelHash
    self.evidenceToken = evidenceToken
    self.evidenceExpires = evidenceExpires
  }
}
