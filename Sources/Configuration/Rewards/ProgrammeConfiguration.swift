package import DaymarkModel

/// A programme as written: `programme.yaml` and the files that it names.
package struct ProgrammeConfiguration: Hashable, Sendable {
  /// The programme; its period is that of the pipeline whose days count.
  package var programme: Programme
  /// The folder of the programme.
  package var folder: String
  /// The folder of the pipeline whose days count.
  package var days: String
  /// The id of its challenge.
  package var daysChallenge: String
  /// The zone of subjects that have none of their own, as that pipeline says.
  package var zone: Zone?
  /// When this version became known; when it was first seen where it does not say.
  package var known: StatedInstant?
  /// The challenges that give verdicts, in the order written.
  package var challenges: [ProgrammeChallenge] = []
  /// The rows of `redemptions`.
  package var redemptions: [ProgrammeRow<RedemptionEntry>] = []
  /// The rows of `freezes`.
  package var freezes: [ProgrammeRow<FreezeEntry>] = []
  /// The rows of `pauses`.
  package var pauses: [ProgrammeRow<PauseEntry>] = []
  /// Since when those subjects count who joined later, by id, as the pipeline of the days says.
  package var joined: [String: CivilDay] = [:]
  /// What is unusual about it, and stops nothing.
  package var warnings: [Finding] = []
  /// The texts of `programme.yaml` and of the badges.
  package var texts: ProgrammeTexts

  /// Reads another version of the programme by its texts, with the pipelines that are there now.
  ///
  /// - Throws: ``ConfigurationError`` where it can no longer be read, as where a pipeline is gone.
  package func programme(of texts: ProgrammeTexts) throws -> Programme {
    let findings = FindingCollector()
    let configuration = ProgrammeReader(folder, findings, texts)?.configuration()
    guard let configuration, findings.isEmpty else { throw findings.error() }
    return configuration.programme
  }
}

/// A challenge of a programme.
package struct ProgrammeChallenge: Hashable, Sendable {
  /// The folder of its pipeline.
  package var folder: String
  /// The challenge's id, without an occurrence.
  package var id: String
  /// The challenge's period; that of its first occurrence where it comes again.
  package var period: Period
  /// The challenge as it comes again; `nil` of one that takes place once.
  package var series: ChallengeSeries?
}

/// A row about a subject, with when it became known as far as it says so.
package struct ProgrammeRow<Entry: Hashable & Sendable>: Hashable, Sendable {
  /// The subject's id; `nil` of a row about everybody.
  package var subject: String?
  /// What the row says.
  package var entry: Entry
  /// When it became known; when it was first seen where it does not say.
  package var known: StatedInstant?
  /// The row as written.
  package var text: String
}

/// An instant, or a date that stands for its end in the subject's zone.
package enum StatedInstant: Hashable, Sendable {
  case instant(Instant)
  case endOf(CivilDay)

  /// Reads `2026-01-05T10:00:00+01:00` or `2026-01-05`.
  init?(_ text: String) {
    if let instant = Instant(rfc3339: text) {
      self = .instant(instant)
    } else if let day = CivilDay(text) {
      self = .endOf(day)
    } else {
      return nil
    }
  }

  /// The instant in a zone.
  package func instant(in calendar: DayCalendar) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .endOf(let day): calendar.start(of: day.advanced(by: 1))
    }
  }
}

/// A redemption that was asked for.
package struct RedemptionEntry: Hashable, Sendable {
  package var id: String
  package var day: CivilDay
  package var points: Int
  package var what: String
}

/// A freeze that was given or asked for.
package struct FreezeEntry: Hashable, Sendable {
  package var streak: String
  package var day: CivilDay
  package var origin: FreezeRow.Origin
}

/// Days in which nothing breaks.
package struct PauseEntry: Hashable, Sendable {
  package var from: CivilDay
  package var to: CivilDay
}
