import DaymarkModel

/// The sentences of all findings and errors, with what to do about them.
///
/// No other code contains such sentences. They state a metric, unit, place or limit, and never a
/// health value.
enum Wording {
  /// What happened, and what to do about it.
  typealias Parts = (what: String, remedy: String?)

  /// Returns a finding as a line: `place: code: what happened; what to do`.
  static func line(_ finding: Finding) -> String {
    var text = finding.location.map { "\($0): ".printable } ?? ""
    text += "\(finding.code.rawValue): \(sentence(finding))"
    if finding.count > 1 { text += " (\(finding.count) times\(others(finding)))" }
    return text
  }

  /// Returns the words for the other places of a finding that was found several times.
  private static func others(_ finding: Finding) -> String {
    guard let lines = finding.facts.lines else { return ", the first here" }
    let further = finding.count - lines.count
    let listed = lines.map { "\($0)" } + (further > 0 ? ["\(further) further"] : [])
    return ": lines " + listed.dropLast().joined(separator: ", ")
      + " and \(listed[listed.count - 1])"
  }

  /// Returns the lines of errors, with an excerpt for each place in a file that people write.
  static func lines(_ findings: [Finding]) -> [String] {
    var excerpts = SourceExcerpts()
    return findings.map { line($0) + excerpts.text(of: $0) }
  }

  static func sentence(_ finding: Finding) -> String {
    var (what, remedy) = parts(finding)
    if finding.code != .parameterUnknown, let parameter = finding.facts.parameter {
      remedy = (remedy.map { "\($0) " } ?? "") + "set it with `--set \(parameter)=...`"
    }
    return (remedy.map { "\(what); \($0)" } ?? what).printable
  }

  /// Returns the sentence for a participant, without a remedy that names an option, a key or a
  /// command, because only the operator can use those.
  ///
  /// - Parameter takesMore: Whether a corrected input would still count.
  static func participantSentence(_ finding: Finding, takesMore: Bool) -> String {
    let (what, remedy) = parts(finding)
    guard takesMore, let remedy, !remedy.contains("`") else { return what.printable }
    return "\(what); \(remedy)".printable
  }

  /// What the operator can do about a finding; `nil` where there is nothing to do.
  static func remedy(_ finding: Finding) -> String? { parts(finding).remedy?.printable }

  static let exportAgain = "export it again"

  private static let sport =
    "say what it was with `sport:`, or hand in the device's own file, which states it"

  // The switch has no default, so the compiler finds a code without a sentence.
  private static func parts(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let metric = facts.metric.map { " of \($0.id)" } ?? ""
    let leftOut = "the record is left out"
    return switch finding.code {
    case .valueNotANumber: ("a value\(metric) is missing or is not a number; \(leftOut)", nil)
    case .valueNegative: ("a value\(metric) is below zero; \(leftOut)", nil)
    case .valueImplausibleHeartRate:
      ("a heart rate is outside \(HeartRate.possibleText); \(leftOut)", nil)
    case .valueOverflow:
      ("a day\(metric) is beyond \(Quantity.limit.words(in: .count)) units and has no value", nil)
    case .recordTypeMissing:
      (
        "a record does not say what it measures; it is left out",
        "export again from the Health app"
      )
    case .timeMissing: ("a record\(metric) has no start; it is left out", nil)
    case .timeMalformed: ("a time\(metric) cannot be read or is no real date; \(leftOut)", nil)
    case .timeReversed: ("a record\(metric) ends before it starts; it is left out", nil)
    case .timeTooLong:
      (
        "a heart rate spans more than \(Record.longestDays) days, or a session more than"
          + " \(ActivityRecord.longestDays), which no device writes; it is left out",
        "look at the app that wrote it"
      )
    case .timeOutOfRange:
      (
        "a record\(metric) starts before \(Record.earliestYear) or ends after the export or today;"
          + " it is left out",
        "check the clock of the device that wrote it"
      )
    case .timeExportMissing, .timeExportMalformed, .timeExportOutOfRange: exportDate(finding.code)
    case .timeUnknownLanguage:
      (
        "dates are written in a language that is not known; the start of each activity file is"
          + " taken, and rows without one are left out", "export with the account set to English"
      )
    case .timeClockAssumed:
      ("times are written without a zone; they are read as \(facts.clock ?? "UTC")", nil)
    case .timeClockSet, .timeOtherClock, .timeClocksDiffer: clock(finding.code)
    case .unitUnknown:
      (
        (facts.unit.map { "the unit `\($0.printableName)`" } ?? "a unit")
          + "\(metric) is not known; \(leftOut)", nil
      )
    case .unitMissing: ("a record\(metric) states no unit; it is left out", nil)
    case .distanceUnitAssumed:
      (
        "the file does not say whether distances are metric; they are read as kilometers, swims and"
          + " climbs as meters", "with an account in miles, hand in the account's export instead"
      )
    case .distanceUnitUnknown:
      ("the log does not say which unit its distances are in; sets count without them", nil)
    case .sampleDuplicate: ("repeats of a record\(metric) are counted once", nil)
    case .sampleManual:
      (
        "a value\(metric) typed in by hand is set aside",
        "to count it: `--manual-entries include`, or `manualEntries: include` in a pipeline"
      )
    case .sampleTooLong:
      (
        "a record\(metric) spans more than \(Record.longest / 3_600_000) h, too much to belong to a"
          + " day; it is left out, and its amount may be of any part of its time",
        nil
      )
    case .sampleNested:
      ("a record\(metric) inside a correlation is left out; it also stands at top level", nil)
    case .sampleOutdated:
      (
        // Without a metric it is a workout, or the sentence is about everything that an input has.
        "a record\(facts.metric == nil ? " or workout" : metric) of an older export is left out: a newer one has"
          + " records of the same source for that time", nil
      )
    case .inputAfterComplete:
      (
        "it was first seen after the operator had said that everything was handed in; it is set aside",
        "to count it: take `complete` back, or say when it was received"
      )
    case .inputReceiptUnmet:
      (
        "`receivedAt` names `\(facts.value ?? "")`, and there is no such input",
        "compare it with the names of the files, or take it out"
      )
    case .inputGone:
      (
        "an input that the verdict rests on is no longer there"
          + "\(facts.sha256.map { " (\($0.hex.prefix(8))…)" } ?? ""), so the verdict stays as it was",
        "bring it back, or set it aside by its SHA-256 (`setAside`)"
      )
    case .bookMissing:
      (
        "an earlier run left documents in `\(facts.folder ?? "")`, and its book is not there: nobody knows what"
          + " was handed in in time, and which verdicts are final",
        "bring the book back, or name the store that it lies beside (`--store`); to begin anew without it:"
          + " `--new-book`"
      )
    case .booksBackdated:
      (
        "\(facts.subject.map { "of \($0): " } ?? "")something is stated as known since"
          + " \(facts.since.map { "\($0)" } ?? "earlier"), but the run for"
          + " \(facts.until.map { "\($0)" } ?? "a later instant") did not have it: it counts only"
          + " from after that run",
        "hand it in before the run for its instant"
      )
    case .booksRewritten:
      (
        "the ledger of \(facts.subject ?? "a subject") would no longer begin with the lines that an"
          + " earlier run wrote, because the period or a challenge of an earlier version of the"
          + " programme has changed; nothing was written",
        "put the pipelines back as they were, and what is new into a programme of another name"
      )
    case .booksUnknownSubject:
      (
        "a row is about `\(facts.subject ?? "")`, whose data no run has read yet, so the row is not"
          + " judged yet",
        "compare it with the ids of the subjects"
      )
    case .runAhead:
      (
        "the run is for an instant in the future: it writes nothing into the book, and makes no"
          + " verdict final",
        "for a payout, run for the present: leave out `--as-of`, or set the clock"
      )
    case .deadlineUnstated:
      (
        "no proof deadline is stated, so nothing closes and no verdict is final",
        "state one, `proofDeadline:` of `challenge`, or `complete: true` where everything was handed in"
      )
    case .timezoneFixedOffset:
      (
        "no time zone is known, so days begin at the fixed offset that the input states",
        "give the zone with `--zone` or `timeZone:`"
      )
    case .timezoneAssumedUTC:
      ("no time zone is known, so days are those of UTC", "give it with `--zone` or `timeZone:`")
    case .timezoneUnknown:
      ("`\(facts.zone ?? "?")` is not a time zone", "write a name such as Europe/Berlin, or UTC")

    case .inputLate, .inputReceiptAssumed, .inputReceiptUnknown, .inputOutsidePeriod,
      .inputSetAside, .inputSetAsideUnmet, .inputHealed, .inputNotHealed:
      input(finding)
    case .archiveTruncated, .archiveCRCMismatch, .archiveUnreadable, .archiveEncrypted,
      .archiveMethod, .archiveUnsafePath, .archiveLinkOutside, .archiveDisagreement,
      .archiveUnrecognised,
      .archiveUnreadProvider,
      .archiveUnreadTable, .archiveUnreadPart, .totalUnread, .databaseMalformed,
      .databaseTableUnread:
      archive(finding)
    case .archiveLimit, .xmlLimit, .csvLimit, .jsonLimit: limit(facts)
    case .fileMissing, .fileUnreadable, .fileChanged, .fileUnwritable, .fileExists, .fileSetAside,
      .fileRewritten:
      file(finding)
    case .readerCrashed, .readerTimeout, .readerMemory: reader(finding)
    case .readerRefused:
      (
        "the kernel ended a process that read a sample of daymark's own, for a system call that readers"
          + " may not make\(facts.systemWords); nobody is judged",
        "report it with the versions of daymark, the kernel and the C library; `--in-process` reads"
          + " archives that you trust"
      )
    case .readerLandlockMissing:
      (
        "the kernel has no Landlock; only the list of system calls confines readers",
        "use Linux 5.13 or newer, with Landlock, for archives of strangers"
      )
    case .readingMissing where facts.reason == .otherSettings:
      (
        "the readings of the subject were made under other settings, for another instant or by"
          + " another version of daymark",
        "read its archives again with this pipeline, `--as-of` and program"
      )
    case .readingMissing where facts.reason == .listedEarly:
      (
        "the readings were made before the hand-in was over, so archives that were handed in after"
          + " them may be missing; the hand-in of the subject stays open",
        "run every shard, or Spark, again, for an instant at or after the proof deadline, and then this run"
      )
    case .readingMissing:
      (
        "there is no reading of the subject\(facts.folder.map { " in \($0)" } ?? "")",
        "run its shard, or the wave that it is missing from"
      )
    case .readingMalformed:
      ("this is no reading; it is skipped", "run the shard or the wave that wrote it again")

    case .xmlMalformed:
      ("the XML is malformed here; \(leftOut)", exportAgain)
    case .xmlTruncated, .jsonTruncated, .csvTruncated:
      (
        "the document ends too early; what was read is kept, and every day is incomplete",
        exportAgain
      )
    case .xmlDoctypeMalformed: ("the document type is malformed, as iOS 16 wrote it; ignored", nil)
    case .xmlControlBytes: ("control characters are read as spaces", nil)
    case .xmlInvalidUTF8: ("bytes that are not UTF-8 are read as `?`", nil)
    case .xmlRepeatedStartDate:
      (
        "a workout statistic has two start dates, as iOS 16.0 wrote them; the second is its end",
        nil
      )
    case .xmlTrailingContent:
      (
        "something follows the end of the document; it is not read, and every day is incomplete",
        exportAgain
      )
    case .xmlEntities:
      ("the document declares entities, which no genuine export does; refused", nil)
    case .logRowUnread, .logEffortUnread, .logRepetitionBegun, .logUnitUnknown, .logLoadMissing,
      .logDateOrder,
      .logYearMissing,
      .logDateMissing, .logDateFromName, .logRevised, .logUnmet, .logSessionTooLong, .sessionsSame,
      .sessionsAlike,
      .exerciseUnmatched:
      log(finding)
    case .csvNoRows:
      (
        "the table has a header and no rows; it may be empty, or cut off after its header",
        "if something was recorded, \(exportAgain)"
      )
    case .csvEncodingAssumed:
      (
        "the text is not UTF-8; it is read as Windows-1252",
        "if letters of names are wrong, save the table as `CSV UTF-8`"
      )
    case .csvDuplicateColumn:
      ("the table has two columns `\(facts.key ?? "?")`; the first is read", exportAgain)
    case .jsonDuplicateKey:
      (
        "an object has the key `\(facts.key ?? "?")` twice, so two objects may have run together;"
          + " the last value counts, and every day is incomplete",
        exportAgain
      )
    case .csvMalformed:
      ("a row cannot be read; it is left out", exportAgain)
    case .jsonMalformed:
      (
        "the JSON is malformed here\(metric); the rest is read, and every day is incomplete",
        exportAgain
      )
    case .textUnvouched:
      (
        "the text is broken in places, and no checksum shows that nothing more is lost;"
          + " every day is incomplete",
        "hand it in inside the archive that it came in, or export it again"
      )

    case .activityTruncated, .activityCRCMismatch, .activityMalformed: activity(finding)
    case .activityUndated:
      (
        "nothing readable here says on which days this was recorded; every day is incomplete",
        exportAgain
      )
    case .activitySkipped: ("nothing was recorded here: \(facts.content.map(words) ?? "?")", nil)
    case .activityTeleport:
      ("points that nobody could have reached in the time are left out of the distance", nil)
    case .trackGap:
      (
        "nothing was recorded for a while; the gap adds neither distance nor time",
        "hand in the device's own file, which may state the distance"
      )
    case .activityDeveloperZero:
      ("an app's own field says 0 where the device counted more; the device's figure counts", nil)
    case .activitySportMissing:
      ("no sport is stated; the session is of kind `other`, and its distance counts nowhere", sport)
    case .activitySportUnknown:
      (
        "the name of a sport is not known; the session is of kind `other`, and its distance counts nowhere",
        sport
      )
    case .activityFileMissing:
      ("a row names an activity file that is not in the export; the row alone is read", nil)
    case .activityRowMissing:
      (
        "an activity file of the export stands in no row of its table, which may be cut",
        exportAgain
      )
    case .counterReset:
      (
        "a counter goes back within a day, as after a restart of the device; what it counted before"
          + " and after is added up", nil
      )
    case .energyDerived:
      ("active energy is derived: all energy less what the body burns at rest", nil)

    case .intakeNoAddress: ("no body is written: the subject has no `address`", "add it")
    case .intakeNoModelHash: ("no body is written: `intake` has no `modelHash`", "add it")
    case .intakeNoChallengeID: ("no body is written: `intake` has no `challengeId`", "add it")
    case .intakeNoAppleInput:
      ("no body is written: none of the subject's inputs is an Apple Health export", nil)
    case .intakeSharingPending:
      (
        "no body is written before all subjects are read, because the rule asks what they share",
        "run the pipeline again"
      )
    case .intakeLargePart:
      (
        "a part of the body is over 1 MiB, which several servers cut or refuse",
        "shorten the period"
      )
    case .intakeTooLarge: ("the body is too large to be sent", "shorten the period")
    case .intakeTooManyRecords:
      ("there are more than 10,000 records, which the intake refuses", "shorten the period")
    case .intakeBodyDiffers:
      ("the body does not read back as it was written; it is not kept", "please report this")

    case .linkUnfit, .submitNoBody, .submitBodyEdited, .submitAddressShared, .submitTokenLapsed,
      .programMissing, .networkOpen, .paymentUnknown, .paymentEnded, .paymentNotLapsed:
      delivery(finding)

    case .configSyntax, .configUnknownKey, .configMissingKey, .configBadValue, .configDuplicate:
      configuration(finding)
    case .inboxEmpty:
      (
        "nobody has handed in anything yet",
        "make a folder for each subject, with the archives inside, such as anna/export.zip"
      )
    case .subjectSettingsInside:
      (
        "settings inside a subject's folder are not read, for others may write there",
        "move them beside the folder, into a file named like it with `.yaml` behind"
      )
    case .ruleChanged, .ruleUnlocked, .scoreMissing: ofRules(finding)
    case .ruleAlways, .ruleNever, .ruleDuplicate, .ruleShadowed, .ruleImplausible, .ruleUnused,
      .ruleShortPeriod, .ruleZeroHeartRate, .ruleZeroHelps, .ruleNoGate, .ruleTypedIn:
      lint(finding)

    case .programmeBonus:
      (
        "a bonus of \(facts.value ?? "") per cent is unusual: 5 to 50 are usual",
        "look for a slip in the number"
      )
    case .runInterrupted: interrupted(facts)
    case .storeBusy: busyStore(facts)
    case .storeUnusable: unusableStore(facts)
    case .storeMismatch:
      (
        "what the store keeps of the subject was changed or damaged",
        "nothing is to be done: the subject was read again"
      )
    case .storeRenewed:
      (
        "the store is another version's and was made anew",
        "nothing is to be done: every subject is read again"
      )
    case .examineCalibrationMalformed:
      (
        "the file holds no counts of honest exports",
        "write it with `daymark calibrate FOLDER --to`"
      )
    case .examineIncomparable: incomparable(finding)
    case .examineNoHealthExport:
      (
        "there is no Health export that holds anything",
        "give one; other exports cannot be checked for edits"
      )
    case .letterTemplateMalformed:
      (
        "the template has a tag of Mustache that cannot be read, or a section that is not closed",
        "`daymark letter --print-template` prints one that is sound"
      )
    case .examineOrder:
      (
        "this export was made before the one that it is compared with",
        "give the later one first, and the earlier one with `--against`"
      )
    case .challengeUnknown, .subjectUnknown, .runUnknown, .verdictMissing, .sleepNotRead,
      .baselineNotRead:
      stored(finding)
    case .decisionLapsed, .decisionMissing: decision(finding)
    case .thresholdUnknown, .thresholdBadValue: threshold(finding)
    case .featUnknown: unknownFeat(finding.facts)
    case .solverMissing:
      (
        "the program `z3`, which decides rules for all data, is not there",
        "install it (`apt-get install z3`), or put it into a folder of `PATH`"
      )
    case .templateUnknown, .parameterUnknown, .folderNotEmpty: template(finding)
    case .evidenceUnreadable:
      (
        "this is not an evidence document that this version of daymark reads",
        "give an `evidence.json` that `daymark run` wrote"
      )
    case .evidenceContradictory:
      (
        "the documents of this folder contradict each other",
        "`daymark verify` with the folder says where; ask for it to be sent again"
      )
    case .evidenceInputMissing where facts.key != nil:
      (
        "nothing has the SHA-256 \(facts.sha256?.hex ?? "?") of the \(facts.key ?? "file")"
          + " that the evidence names",
        "give the operator's file with `--raw`, or the pipeline that it lies beside with `--pipeline`"
      )
    case .evidenceInputMissing:
      (
        "none of the archives has the SHA-256 \(facts.sha256?.hex ?? "?") that the evidence names",
        "give every archive it was made from with `--raw`"
      )

    case .keyUnreadable, .keyExposed: key(finding)
    case .documentEdited, .attestationMissing, .attestationOutdated, .attestationRemoved,
      .commitmentMissing, .commitmentExposed, .figureUnknown:
      attestation(finding)
    case .sealLogUnsound, .sealOriginUnstated: seal(finding)
    case .payoutVerdictMissing, .payoutVerdictOpen, .payoutUndecided, .payoutHeld,
      .payoutRankMissing, .payoutAddressShared:
      payout(finding)

    case .importUnreadable, .importUnknownKey, .importMissingKey, .importBadValue,
      .importInexpressible, .importLeftOut, .importApproximated, .importPassesWithoutRule,
      .importCompetitivePasses, .importNeverMet, .importRecordedDays, .importIgnoresPeriod,
      .importCalendarMonth, .importFixedDay, .importMissingIsZero, .importGPSContinuity:
      imported(finding)
    }
  }
}

extension Finding.Facts {
  /// The system's message in parentheses, for example ` (No space left on device)`.
  var systemWords: String { system.map { " (\($0))" } ?? "" }

  /// The suggestion in words, for example `did you mean ...?`.
  var suggestionWords: String? { suggestion.map { "did you mean `\($0)`?" } }

  /// The expected value after a semicolon, for example `; expected ...`.
  var expectedWords: String { expected.map { "; expected \(Wording.words($0))" } ?? "" }
}
