/// A challenge: its period, its deadline, and how its participants are treated.
package struct Challenge: Hashable, Sendable {
  /// The id, which names the output folder.
  package var id: String
  /// The title that people read.
  package var title: String
  /// The days or instants that count.
  package var period: Period
  /// The instant until which data may be handed in; `nil` means the end of the period.
  package var proofDeadline: Instant?
  /// The instant at which a fail becomes final although some data could not be read; `nil` means
  /// never.
  package var unreadUntil: Instant?
  /// The zone of subjects without a zone of their own.
  package var zone: Zone?
  /// The contact by which participants reach the operator: an address, a URL or words.
  package var contact: String?

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
  /// The instant until which data may be handed in: the proof deadline or, without one, the
  /// period's end.
  package func deadline(in calendar: DayCalendar) -> Instant {
    proofDeadline ?? period.interval(in: calendar).end
  }
}

/// The time that a challenge or an aggregation covers.
public enum Period: Hashable, Sendable {
  /// Civil days in the subject's zone, both inclusive.
  case days(from: CivilDay, to: CivilDay)
  /// The days that the interval touches, cut to the interval.
  case instants(Interval)

  /// The longest period of a rule's case, in days: ten years.
  package static let mostDaysOfCase = 3660

  /// The period as instants in a zone.
  package func interval(in calendar: DayCalendar) -> Interval {
    switch self {
    case .days(let from, let to):
      Interval(calendar.start(of: from), calendar.start(of: to.advanced(by: 1)))
    case .instants(let interval): interval
    }
  }

  /// The nights that end on days of the period, as instants in a zone; see Semantics, "Sleep".
  package func nights(in calendar: DayCalendar) -> Interval {
    switch self {
    case .days: return interval(in: calendar.nights)
    case .instants(let interval):
      let last = calendar.day(containing: interval.end.advanced(byMilliseconds: -1))
      let end = min(interval.end, calendar.nights.interval(of: last).end)
      return Interval(min(interval.start, end), end)
    }
  }

  /// The period extended by this many days at its beginning, or slightly more, because days in a
  /// period of instants differ in length.
  package func beginning(earlierBy days: Int) -> Period {
    if days == 0 { return self }
    switch self {
    case .days(let from, let to): return .days(from: from.advanced(by: -days), to: to)
    case .instants(let interval):
      return .instants(Interval(interval.start.advanced(byDays: -days - 2), interval.end))
    }
  }

  /// The `count` days before the first day that the period touches in a zone.
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

/// A participant, with the archives that were handed in and what the operator states about both.
package struct Subject: Hashable, Sendable {
  /// The id, which names the subject's folder and stands in documents.
  package var id: String
  /// The subject's Ethereum address as written: `0x` and 40 hexadecimal digits.
  package var address: String?
  /// The subject's own zone, which is preferred to that of the challenge.
  package var zone: Zone?
  /// The name of a zone that the pipeline states and that does not exist; it makes this subject
  /// alone fail.
  package var unknownZone: String?
  /// The problem with the subject's folder or settings, which makes only this subject fail.
  package var problem: Finding?
  /// The operator's settings for reading the subject's workout logs.
  package var logs = LogSettings()
  /// The operator's files for this subject alone, which are preferred to those of the pipeline.
  package var files: [OperatorFile] = []
  /// The paths of the subject's archives, which are files or folders.
  package var archives: [String]
  /// The folder of an inbox that holds the archives.
  ///
  /// Others may write to it, so no link may lead out of it.
  package var folder: String?
  /// The instants at which archives were received, by path; those of other archives are not known.
  package var receivedAt: [String: Instant]
  /// Whether one instant was stated for all archives together, and not one for each.
  package var receivedTogether = false
  /// Whether the operator states that the subject has handed in everything.
  package var isComplete = false
  /// The operator's waivers of inputs, in the order in which they are written.
  package var setAside: [InputWaiver.Statement] = []
  /// The service's link that invites the subject to send evidence; `nil` where none was given.
  package var link: EvidenceLink?
  /// The providers whose data the service collects from the provider itself.
  package var linked: [String] = []
  /// The first day on which the subject takes part in programmes; `nil` for their beginning.
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

/// The service that receives evidence, and in which form.
package struct Intake: Hashable, Sendable {
  /// The forms in which evidence is sent.
  package enum Profile: String, CaseIterable, Sendable {
    case lightchallenge, daymark
  }

  /// The form in which evidence is sent.
  package var profile: Profile
  /// The service's number of the challenge, in decimal.
  package var challengeID: String?
  /// The hash of the service's model, as written: `0x` and 64 hexadecimal digits.
  package var modelHash: String?
  /// A token that is sent unchanged.
  package var evidenceToken: String?
  /// The instant at which the token expires, in Unix milliseconds, sent unchanged.
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
