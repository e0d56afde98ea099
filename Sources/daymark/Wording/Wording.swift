import DaymarkModel

/// The sentence of every finding and error, and what to do about it: the one place they are worded.
///
/// Sentences hold metric, unit, place and limit, never a health value.
enum Wording {
  /// `place: code: what happened; what to do`.
  static func line(_ finding: Finding) -> String {
    var text = finding.location.map { "\($0): ".showingControls } ?? ""
    text += "\(finding.code.rawValue): \(sentence(finding))"
    if finding.count > 1 { text += " (\(finding.count) times, the first here)" }
    return text
  }

  static func sentence(_ finding: Finding) -> String {
    var (what, remedy) = parts(finding)
    if finding.code != .parameterUnknown, let parameter = finding.facts.parameter {
      remedy = (remedy.map { "\($0) " } ?? "") + "set it with `--set \(parameter)=...`"
    }
    return (remedy.map { "\(what); \($0)" } ?? what).showingControls
  }

  private static let exportAgain = "export it again"
  private static let exampleCase =
    "- { case: a good week, period: 2025-09-01..2025-09-07, days: { steps: [10000 x7] },"
    + " expect: { outcome: pass } }"

  // One case a code; a test finds the code that has none.
  private static func parts(_ finding: Finding) -> (what: String, remedy: String?) {
    let facts = finding.facts
    let metric = facts.metric.map { " of \($0.id)" } ?? ""
    let system = facts.system.map { " (\($0))" } ?? ""
    func fact(_ value: String?) -> String { value ?? "?" }
    let limit = "more than \(fact(facts.limit?.rawValue)) = \(facts.most ?? 0) allows"
    let expected = facts.expected.map { "; expected \(words($0))" } ?? ""
    // Where the place is not the file itself but where another names it.
    let missingPath = facts.path.flatMap { $0 == finding.location?.file ? nil : $0 }
    let suggestion = facts.suggestion.map { "did you mean `\($0)`?" }
    return switch finding.code {
    case .valueNotANumber: ("a value\(metric) is missing or no number; the record is left out", nil)
    case .valueNegative: ("a value\(metric) is below zero; the record is left out", nil)
    case .valueImplausibleHeartRate:
      ("a heart rate is outside 20 to 300 bpm; the record is left out", nil)
    case .valueOverflow: ("a day\(metric) is beyond 9,000,000,000,000 units and has no value", nil)
    case .timeMissing: ("a record\(metric) has no start; it is left out", nil)
    case .timeMalformed:
      ("a time\(metric) is not written as it should be, or is no date; the record is left out", nil)
    case .timeReversed: ("a record\(metric) ends before it starts; it is left out", nil)
    case .timeOutOfRange:
      (
        "a record\(metric) starts before 1990 or ends after the export or today; it is left out",
        "check the clock of the device that wrote it"
      )
    case .unitUnknown:
      ("the unit `\(fact(facts.unit))`\(metric) is not known; the record is left out", nil)
    case .unitMissing: ("a record\(metric) states no unit; it is left out", nil)
    case .distanceUnitAssumed:
      (
        "the file does not say whether distances are metric; they are read as kilometers, swims and"
          + " climbs as meters", "with an account in miles, hand in the account's export instead"
      )
    case .sampleDuplicate: ("repeats of a record\(metric) are counted once", nil)
    case .sampleManual:
      (
        "a value\(metric) typed in by hand is set aside",
        "to count it: `--manual-entries include`, or `manualEntries: include` in a pipeline"
      )
    case .sampleNested:
      ("a record\(metric) inside a correlation is left out; it also stands at top level", nil)
    case .timezoneFixedOffset:
      (
        "no zone is known, so days begin at the fixed offset that the input states",
        "give the zone with `--zone` or `timeZone:`"
      )
    case .timezoneAssumedUTC:
      ("nothing tells the zone, so days are taken in UTC", "give it with `--zone` or `timeZone:`")
    case .timezoneUnknown:
      ("`\(fact(facts.zone))` is no time zone", "write a name such as Europe/Berlin, or UTC")
    case .archiveTruncated where facts.reason == .empty:
      ("the file is empty", "copy the archive again, or \(exportAgain)")
    case .archiveTruncated:
      (
        "the archive ends too early; what was read is kept, and every day is incomplete",
        exportAgain
      )
    case .archiveCRCMismatch:
      (
        "the archive's checksum does not match; what was read is kept, and every day is incomplete",
        "copy the archive again, or \(exportAgain)"
      )
    case .archiveUnreadable:
      ("the archive is damaged", "copy the archive again, or \(exportAgain)")
    case .archiveEncrypted: ("the archive is encrypted", "decrypt it first")
    case .archiveUnsafePath:
      ("a member's path leads out of the archive, as no genuine export's does; refused", nil)
    case .archiveLimit:
      ("\(limit); refused", "is this a genuine export?")
    case .archiveUnrecognised:
      (
        "nothing in there that daymark reads",
        "give the export.zip of the Health app, FIT, TCX or GPX files, or the account export of Strava,"
          + " Garmin or Fitbit"
      )
    case .archiveInnerHealthExport:
      ("an Apple Health export lies inside and is not read", "hand it in as an archive of its own")
    case .archiveSeveralDocuments:
      (
        "holds several Apple Health documents; the first by name is read, and nothing else",
        "give the others as inputs of their own"
      )
    case .fileMissing where facts.reason == .noArchives: ("the subject has no archive", nil)
    case .fileMissing:
      ("there is no such file or folder" + (missingPath.map { " as `\($0)`" } ?? ""), nil)
    case .fileUnreadable where facts.reason == .changedWhileRead:
      ("the archive changed while it was read", "run again when nothing writes it")
    case .fileUnreadable: ("cannot be read\(system)", "check that it is a file you may read")
    case .fileUnwritable where facts.reason == .spool:
      (
        "an archive in the archive cannot be unpacked\(system)",
        "make room there, or choose another folder with TMPDIR"
      )
    case .fileUnwritable:
      ("cannot be written\(system)", "make room or choose another place with `--out`")
    case .xmlMalformed: ("malformed; the record is left out", exportAgain)
    case .xmlTruncated:
      (
        "the document ends too early; what was read is kept, and every day is incomplete",
        exportAgain
      )
    case .xmlDoctypeMalformed: ("the document type is malformed, as iOS 16 wrote it; ignored", nil)
    case .xmlControlBytes: ("control characters are read as spaces", nil)
    case .xmlInvalidUTF8: ("bytes that are no UTF-8 are read as `?`", nil)
    case .xmlRepeatedStartDate:
      (
        "a workout statistic has two start dates, as iOS 16.0 wrote them; the second is its end",
        nil
      )
    case .xmlTrailingContent: ("something follows the end of the document; ignored", nil)
    case .xmlEntities: ("the document declares entities, as no genuine export does; refused", nil)
    case .xmlLimit:
      ("\(limit); refused", "is this a genuine export?")
    case .activityTruncated:
      (
        "the activity file ends too early; what was read is kept, and its days are incomplete",
        "copy it again from the device"
      )
    case .activityCRCMismatch:
      (
        "the activity file's checksum does not match; what was read is kept, and its days are"
          + " incomplete",
        "copy it again from the device"
      )
    case .activityMalformed:
      (
        "the activity file is malformed here\(facts.problem.map { " (\(Self.words($0)))" } ?? ""); what is"
          + " sound is kept, and its days are incomplete", "copy it again from the device"
      )
    case .activitySkipped:
      ("nothing was recorded here: \(facts.content.map(Self.skipped) ?? "?")", nil)
    case .activityTeleport:
      ("points that nobody could have reached in the time are left out of the distance", nil)
    case .activityFileMissing:
      ("a row names an activity file that is not in the export; the row alone is read", nil)
    case .counterReset:
      ("a counter falls within a day, as after a restart of the device; its runs are added up", nil)
    case .csvMalformed: ("a row cannot be understood; it is left out", exportAgain)
    case .csvLimit:
      ("\(limit); refused", "is this a genuine export?")
    case .jsonMalformed: ("malformed\(metric); what is sound is kept", exportAgain)
    case .jsonTruncated:
      (
        "the document ends too early; what was read is kept, and every day is incomplete",
        exportAgain
      )
    case .jsonLimit:
      (
        "\(limit); "
          + (facts.limit == .depth
            ? "nothing is read from here on" : "this element is left out"),
        "is this a genuine export?"
      )
    case .timeUnknownLanguage:
      (
        "dates are written in a language that is not known; the start of each activity file is"
          + " taken, and rows without one are left out", "export with the account set to English"
      )
    case .timeClockAssumed:
      ("times are written without a zone; they are read as \(fact(facts.clock))", nil)
    case .energyDerived:
      ("active energy is derived: all energy less what the body burns at rest", nil)
    case .intakeNoAddress: ("no body is written: the subject has no `address`", "add it")
    case .intakeNoModelHash: ("no body is written: `intake` has no `modelHash`", "add it")
    case .intakeNoChallengeID: ("no body is written: `intake` has no `challengeId`", "add it")
    case .intakeNoAppleInput:
      ("no body is written: none of the subject's inputs is an Apple Health export", nil)
    case .intakeLargePart:
      (
        "a part of the body is over 1 MiB, which several servers cut or refuse",
        "shorten the period"
      )
    case .intakeTooLarge: ("the body is too large to be sent", "shorten the period")
    case .intakeTooManyRecords:
      ("more than 10,000 records, which the intake refuses", "shorten the period")
    case .configSyntax
    where facts.syntax == .parser("empty")
      && finding.location?.file.hasSuffix("rules_test.yaml") == true:
      ("there are no cases", "write some, such as `\(Self.exampleCase)`")
    case .configSyntax: (facts.syntax.map(Self.syntax) ?? "not valid", nil)
    case .configUnknownKey: ("unknown key `\(fact(facts.key))`\(expected)", suggestion)
    case .configMissingKey: ("`\(fact(facts.key))` is missing\(expected)", nil)
    case .configBadValue:
      (Self.badValue(key: facts.key, value: facts.value) + expected, suggestion)
    case .configDuplicate: ("`\(fact(facts.key))` stands here a second time", "remove one")
    case .storeBusy: ("another run uses the store; waiting for it to end", nil)
    case .storeUnusable:
      Self.unusableStore(
        reason: facts.reason, system: system)
    case .challengeUnknown, .subjectUnknown, .verdictMissing: Self.stored(finding)
    case .thresholdUnknown, .thresholdBadValue: Self.threshold(finding)
    case .templateUnknown, .parameterUnknown, .folderNotEmpty: Self.template(finding)
    case .evidenceUnreadable:
      (
        "is no evidence document of this version",
        "give an `evidence.json` that `daymark run` wrote"
      )
    case .evidenceInputMissing:
      (
        "none of the archives has the SHA-256 \(fact(facts.sha256?.hex)) that the evidence names",
        "give every archive it was made from with `--raw`"
      )
    case .intakeBodyDiffers:
      ("the body does not read back as it was written; it is not kept", "please report this")
    case .ruleChanged, .ruleUnlocked, .scoreMissing: Self.ofRules(finding)
    case .ruleAlways, .ruleNever, .ruleDuplicate, .ruleShadowed, .ruleImplausible, .ruleUnused,
      .ruleShortPeriod, .ruleZeroHeartRate:
      Self.rule(finding)
    default: importParts(finding) ?? (finding.code.rawValue, nil)
    }
  }

  /// What a file is instead of a recording.
  private static func skipped(_ content: UnusedContent) -> String {
    switch content {
    case .settings: "the file holds a device's settings"
    case .course: "the file holds a course, which is planned"
    case .plannedWorkout: "the file holds a planned workout"
    case .plannedTrack: "the track has no times, so it is planned"
    case .route: "the file holds a route, which is planned"
    case .waypoints: "the file holds single places"
    case .totals: "the file holds a device's totals over its life"
    case .weight: "the file holds weights"
    case .bloodPressure: "the file holds blood pressures"
    case .emptyActivity: "the file holds neither a session nor records"
    case .segment, .segmentList: "the file holds segments, which are planned"
    case .undated: "the file does not say of which day it is"
    case .restOnly: "the file holds only what a body does at rest"
    case .device, .sport, .schedule, .goals: "the file holds what was set up, not recorded"
    case .otherFile, .unrecognised, .appleHealth: "the file holds something else"
    }
  }

  static func words(_ expected: Expectation) -> String {
    switch expected {
    case .words(let words): words
    }
  }

  static func words(_ problem: ActivityProblem) -> String {
    switch problem {
    case .header: "header"
    case .furtherHeader: "header of a further part"
    case .noDataSize: "no data size"
    case .noChecksum: "missing"
    case .dataSize: "data size is too small"
    case .undefinedMessage: "undefined local message type"
    case .messageOverEnd: "message over the end of the data"
    case .messages: "more messages than a device writes"
    case .localTime: "no local time"
    case .days: "too many days"
    case .xml: "no well-formed XML"
    }
  }

  private static func badValue(key: String?, value: String?) -> String {
    switch (key, value) {
    case (nil, _): "this cannot stand here"
    case (let key?, nil): "`\(key)` cannot be what stands here"
    case (let key?, ""): "`\(key)` is empty"
    case (let key?, let value?): "`\(key)` cannot be `\(value)`"
    }
  }

  /// What a reader of YAML or CSV says, in words that do not take knowing its insides.
  private static func syntax(_ problem: SyntaxProblem) -> String {
    let problem =
      switch problem {
      case .parser(let text): text
      }
    return switch problem {
    case "empty": "the file is empty"
    case "not UTF-8": "the text is not UTF-8; save the file with that encoding"
    case "found character that cannot start any token":
      "nothing can begin with this character; indent with spaces, never tabs, quote such text, and"
        + " compare with words such as `atLeast`"
    case "did not find expected comment or line break":
      "nothing can begin with `>` or `|`; quote such text, and compare with words such as `atLeast`"
    case "could not find expected ':'":
      "a key needs a colon and a space behind it, as in `atLeast: 10000`"
    case "mapping values are not allowed in this context":
      "a colon cannot stand here; check the indentation, put a space behind every colon, and quote"
        + " text that has one in it"
    case _ where problem.hasPrefix("Maximum nesting level"): "nested too deeply"
    default: "not valid: \(problem)"
    }
  }
}

extension String {
  /// With control characters as `\u{1B}`: what a stranger's file holds must not steer a terminal, nor
  /// begin a line that looks like one of ours.
  fileprivate var showingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
