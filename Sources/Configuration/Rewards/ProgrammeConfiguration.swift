package import DaymarkModel

/// A programme as it is written: `programme.yaml` and the files that it names.
package struct ProgrammeConfiguration: Hashable, Sendable {
  /// The programme, whose period is that of the pipeline that gives the days.
  package var programme: Programme
  package var folder: String
  /// The folder of the pipeline that gives the days.
  package var days: String
  /// The id of that pipeline's challenge.
  package var daysChallenge: String
  /// The zone of subjects without one of their own, as that pipeline states it.
  package var zone: Zone?
  /// The instant at which this version became known; `nil` means when a run first saw it.
  package var known: StatedInstant?
  /// The challenges whose verdicts count, in the order in which they are written.
  package var challenges: [ProgrammeChallenge] = []
  /// The rows of `redemptions.csv`.
  package var redemptions: [ProgrammeRow<RedemptionEntry>] = []
  /// The rows of `freezes.csv`.
  package var freezes: [ProgrammeRow<FreezeEntry>] = []
  /// The rows of `pauses.csv`.
  package var pauses: [ProgrammeRow<PauseEntry>] = []
  /// For each subject that joined after the period began, its first day, by the subject's id; the
  /// pipeline in ``days`` states it.
  package var joined: [String: CivilDay] = [:]
  /// Warnings about the programme, which stop nothing.
  package var warnings: [Finding] = []
  /// The texts of `programme.yaml` and of the badges.
  package var texts: ProgrammeTexts

  /// Reads another version of the programme from its texts, with the pipelines that are there now.
  ///
  /// - Throws: ``ConfigurationError`` where it can no longer be read, such as when a pipeline is
  ///   gone.
  package func programme(of texts: ProgrammeTexts) throws -> Programme {
    let findings = FindingCollector()
    let configuration = ProgrammeReader(folder, findings, texts)?.configuration()
    guard let configuration, findings.isEmpty else { throw findings.error() }
    return configuration.programme
  }
}

/// A challenge of a programme.
package struct ProgrammeChallenge: Hashable, Sendable {
  /// The folder of the challenge's pipeline.
  package var folder: String
  /// The challenge's id, without an occurrence.
  package var id: String
  /// The challenge's period; for a recurring challenge that of its first occurrence.
  package var period: Period
  /// The series of a recurring challenge; `nil` for one that takes place once.
  package var series: ChallengeSeries?
}

/// A row about a subject, with the instant at which it became known, if it states one.
package struct ProgrammeRow<Entry: Hashable & Sendable>: Hashable, Sendable {
  /// The subject's id; `nil` for a row about all subjects.
  package var subject: String?
  /// The statement of the row.
  package var entry: Entry
  /// The instant at which the row became known; `nil` means when a run first saw it.
  package var known: StatedInstant?
  package var text: String
}

/// An instant, or a date that means the end of that day in the subject's zone.
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

/// A redemption that was requested.
package struct RedemptionEntry: Hashable, Sendable {
  package var id: String
  package var day: CivilDay
  package var points: Int
  package var what: String
}

/// A freeze that was given or requested.
package struct FreezeEntry: Hashable, Sendable {
  package var streak: String
  package var day: CivilDay
  package var origin: FreezeRow.Origin
}

/// A span of days during which no streak breaks.
package struct PauseEntry: Hashable, Sendable {
  package var from: CivilDay
  package var to: CivilDay
}
