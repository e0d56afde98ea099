/// The kind of a finding or an error: a stable string such as `value.negative`.
///
/// The sentence of each stands in `daymark`, under `Wording`; those that reject records are described in
/// Semantics, "What is rejected", and all of them in Errors.
public enum FindingCode: String, CaseIterable, Hashable, Comparable, Sendable {
  case recordTypeMissing = "record.type_missing"
  case valueNotANumber = "value.not_a_number"
  case valueNegative = "value.negative"
  case valueImplausibleHeartRate = "value.implausible_heart_rate"
  case valueOverflow = "value.overflow"

  case timeMissing = "time.missing"
  case timeMalformed = "time.malformed"
  case timeReversed = "time.reversed"
  case timeTooLong = "time.too_long"
  case timeOutOfRange = "time.out_of_range"
  case timeUnknownLanguage = "time.unknown_language"
  case timeClockAssumed = "time.clock_assumed"
  case timeClockSet = "time.clock_set"
  case timeOtherClock = "time.other_clock"
  case timeClocksDiffer = "time.clocks_differ"

  case timeExportMissing = "time.export_missing"
  case timeExportMalformed = "time.export_malformed"
  case timeExportOutOfRange = "time.export_out_of_range"

  case unitUnknown = "unit.unknown"
  case unitMissing = "unit.missing"
  case distanceUnitAssumed = "distance.unit_assumed"
  case distanceUnitUnknown = "distance.unit_unknown"

  case sampleDuplicate = "sample.duplicate"
  case sampleManual = "sample.manual"
  case sampleNested = "sample.nested"
  case sampleOutdated = "sample.outdated"
  case sampleTooLong = "sample.too_long"

  case inputAfterComplete = "input.after_complete"
  case inputReceiptUnmet = "input.receipt_unmet"
  case inputGone = "input.gone"
  case inputLate = "input.late"
  case inputReceiptAssumed = "input.receipt_assumed"
  case inputReceiptUnknown = "input.receipt_unknown"
  case inputHealed = "input.healed"
  case inputNotHealed = "input.not_healed"
  case inputOutsidePeriod = "input.outside_period"
  case inputSetAside = "input.set_aside"
  case inputSetAsideUnmet = "input.set_aside_unmet"

  case bookMissing = "book.missing"
  case decisionLapsed = "decision.lapsed"
  case decisionMissing = "decision.missing"
  case deadlineUnstated = "deadline.unstated"
  case runAhead = "run.ahead"
  case booksBackdated = "books.backdated"
  case booksRewritten = "books.rewritten"
  case booksUnknownSubject = "books.unknown_subject"
  case timezoneFixedOffset = "timezone.fixed_offset"
  case timezoneAssumedUTC = "timezone.assumed_utc"
  case timezoneUnknown = "timezone.unknown"

  case archiveTruncated = "archive.truncated"
  case archiveCRCMismatch = "archive.crc_mismatch"
  case archiveUnreadable = "archive.unreadable"
  case archiveEncrypted = "archive.encrypted"
  case archiveUnsafePath = "archive.unsafe_path"
  case archiveLinkOutside = "archive.link_outside"
  case archiveDisagreement = "archive.disagreement"
  case archiveLimit = "archive.limit"
  case archiveMethod = "archive.method"
  case archiveUnrecognised = "archive.unrecognised"
  case archiveUnreadProvider = "archive.unread_provider"
  case archiveUnreadTable = "archive.unread_table"
  case archiveUnreadPart = "archive.unread_part"
  case totalUnread = "total.unread"
  case databaseMalformed = "database.malformed"
  case databaseTableUnread = "database.table_unread"

  case fileMissing = "file.missing"
  case fileUnreadable = "file.unreadable"
  case fileChanged = "file.changed"
  case fileUnwritable = "file.unwritable"
  case fileExists = "file.exists"
  case fileSetAside = "file.set_aside"
  case fileRewritten = "file.rewritten"

  case readerCrashed = "reader.crashed"
  case readerTimeout = "reader.timeout"
  case readerMemory = "reader.memory"
  case readerRefused = "reader.refused"
  case readerLandlockMissing = "reader.landlock_missing"

  case readingMissing = "reading.missing"
  case readingMalformed = "reading.malformed"

  case xmlMalformed = "xml.malformed"
  case xmlTruncated = "xml.truncated"
  case xmlDoctypeMalformed = "xml.doctype_malformed"
  case xmlControlBytes = "xml.control_bytes"
  case xmlInvalidUTF8 = "xml.invalid_utf8"
  case xmlRepeatedStartDate = "xml.repeated_start_date"
  case xmlTrailingContent = "xml.trailing_content"
  case xmlEntities = "xml.entities"
  case xmlLimit = "xml.limit"

  case textUnvouched = "text.unvouched"

  case activityTruncated = "activity.truncated"
  case activityCRCMismatch = "activity.crc_mismatch"
  case activityMalformed = "activity.malformed"
  case activityUndated = "activity.undated"
  case activitySkipped = "activity.skipped"
  case activityTeleport = "activity.teleport"
  case trackGap = "track.gap"
  case activityDeveloperZero = "activity.developer_zero"
  case activitySportMissing = "activity.sport_missing"
  case activitySportUnknown = "activity.sport_unknown"
  case activityFileMissing = "activity.file_missing"
  case activityRowMissing = "activity.row_missing"
  case counterReset = "counter.reset"
  case energyDerived = "energy.derived"

  case csvMalformed = "csv.malformed"
  case csvTruncated = "csv.truncated"
  case csvDuplicateColumn = "csv.duplicate_column"
  case csvNoRows = "csv.no_rows"
  case csvEncodingAssumed = "csv.encoding_assumed"
  case csvLimit = "csv.limit"

  case logRowUnread = "log.row_unread"
  case logEffortUnread = "log.effort_unread"
  case logRepetitionBegun = "log.repetition_begun"
  case logUnitUnknown = "log.unit_unknown"
  case logLoadMissing = "log.load_missing"
  case logDateOrder = "log.date_order"
  case logYearMissing = "log.year_missing"
  case logDateMissing = "log.date_missing"
  case logDateFromName = "log.date_from_name"
  case logRevised = "log.revised"
  case logSessionTooLong = "log.session_too_long"
  case logUnmet = "log.unmet"
  case sessionsSame = "sessions.same"
  case sessionsAlike = "sessions.alike"
  case exerciseUnmatched = "exercise.unmatched"

  case jsonMalformed = "json.malformed"
  case jsonTruncated = "json.truncated"
  case jsonDuplicateKey = "json.duplicate_key"
  case jsonLimit = "json.limit"

  case intakeNoAddress = "intake.no_address"
  case intakeNoModelHash = "intake.no_model_hash"
  case intakeNoChallengeID = "intake.no_challenge_id"
  case intakeNoAppleInput = "intake.no_apple_input"
  case intakeSharingPending = "intake.sharing_pending"
  case intakeLargePart = "intake.large_part"
  case intakeTooLarge = "intake.too_large"
  case intakeTooManyRecords = "intake.too_many_records"
  case intakeBodyDiffers = "intake.body_differs"

  case linkUnfit = "link.unfit"
  case submitNoBody = "submit.no_body"
  case submitBodyEdited = "submit.body_edited"
  case submitAddressShared = "submit.address_shared"
  case submitTokenLapsed = "submit.token_lapsed"
  case programMissing = "program.missing"
  case networkOpen = "network.open"
  case paymentUnknown = "payment.unknown"
  case paymentEnded = "payment.ended"
  case paymentNotLapsed = "payment.not_lapsed"

  case configSyntax = "config.syntax"
  case configUnknownKey = "config.unknown_key"
  case configMissingKey = "config.missing_key"
  case configBadValue = "config.bad_value"
  case configDuplicate = "config.duplicate"

  case inboxEmpty = "inbox.empty"
  case subjectSettingsInside = "subject.settings_inside"

  case ruleChanged = "rule.changed"
  case ruleUnlocked = "rule.unlocked"
  case ruleAlways = "rule.always"
  case ruleNever = "rule.never"
  case ruleDuplicate = "rule.duplicate"
  case ruleShadowed = "rule.shadowed"
  case ruleImplausible = "rule.implausible"
  case ruleUnused = "rule.unused"
  case ruleShortPeriod = "rule.short_period"
  case ruleZeroHeartRate = "rule.zero_heart_rate"
  case ruleZeroHelps = "rule.zero_helps"
  case ruleNoGate = "rule.no_gate"
  case ruleTypedIn = "rule.typed_in"

  case programmeBonus = "programme.bonus"

  case runInterrupted = "run.interrupted"

  case storeBusy = "store.busy"
  case storeMismatch = "store.mismatch"
  case storeRenewed = "store.renewed"
  case storeUnusable = "store.unusable"

  case challengeUnknown = "challenge.unknown"
  case sleepNotRead = "sleep.not_read"
  case baselineNotRead = "baseline.not_read"
  case subjectUnknown = "subject.unknown"
  case runUnknown = "run.unknown"
  case verdictMissing = "verdict.missing"
  case scoreMissing = "score.missing"
  case thresholdUnknown = "threshold.unknown"
  case thresholdBadValue = "threshold.bad_value"
  case solverMissing = "solver.missing"
  case featUnknown = "feat.unknown"
  case templateUnknown = "template.unknown"
  case parameterUnknown = "parameter.unknown"
  case folderNotEmpty = "folder.not_empty"

  case evidenceUnreadable = "evidence.unreadable"
  case evidenceInputMissing = "evidence.input_missing"
  case evidenceContradictory = "evidence.contradictory"

  case examineCalibrationMalformed = "examine.calibration_malformed"
  case examineIncomparable = "examine.incomparable"
  case examineNoHealthExport = "examine.no_health_export"
  case examineOrder = "examine.order"
  case letterTemplateMalformed = "letter.template_malformed"
  case keyUnreadable = "key.unreadable"
  case keyExposed = "key.exposed"
  case documentEdited = "document.edited"
  case attestationMissing = "attestation.missing"
  case attestationOutdated = "attestation.outdated"
  case attestationRemoved = "attestation.removed"
  case commitmentMissing = "commitment.missing"
  case commitmentExposed = "commitment.exposed"
  case figureUnknown = "figure.unknown"
  case sealLogUnsound = "seal.log_unsound"
  case sealOriginUnstated = "seal.origin_unstated"

  case payoutVerdictMissing = "payout.verdict_missing"
  case payoutVerdictOpen = "payout.verdict_open"
  case payoutUndecided = "payout.undecided"
  case payoutHeld = "payout.held"
  case payoutRankMissing = "payout.rank_missing"
  case payoutAddressShared = "payout.address_shared"

  case importUnreadable = "import.unreadable"
  case importUnknownKey = "import.unknown_key"
  case importMissingKey = "import.missing_key"
  case importBadValue = "import.bad_value"
  case importInexpressible = "import.inexpressible"
  case importLeftOut = "import.left_out"
  case importApproximated = "import.approximated"
  case importPassesWithoutRule = "import.passes_without_rule"
  case importCompetitivePasses = "import.competitive_passes"
  case importNeverMet = "import.never_met"
  case importRecordedDays = "import.recorded_days"
  case importIgnoresPeriod = "import.ignores_period"
  case importCalendarMonth = "import.calendar_month"
  case importFixedDay = "import.fixed_day"
  case importMissingIsZero = "import.missing_is_zero"
  case importGPSContinuity = "import.gps_continuity"

  /// The severity of a finding.
  ///
  /// Only damage changes the exit code.
  public enum Level: String, Sendable {
    /// Something in the file could not be read or understood.
    case damage
    /// Data was set aside on purpose; the file is not at fault.
    case policy
    /// Something that is worth knowing and changes nothing.
    case notice
  }

  public var level: Level {
    switch self {
    case .sampleDuplicate, .sampleManual, .sampleNested, .sampleOutdated, .sampleTooLong,
      .logUnmet, .sessionsSame, .inputAfterComplete, .inputLate, .inputReceiptUnknown,
      .inputSetAside:
      .policy
    case .inputOutsidePeriod, .inputReceiptAssumed, .inputSetAsideUnmet, .inputHealed,
      .inputNotHealed, .timezoneFixedOffset,
      .timezoneAssumedUTC,
      .archiveUnreadPart, .totalUnread, .databaseTableUnread,
      .xmlDoctypeMalformed, .intakeNoAddress, .intakeTooLarge, .intakeTooManyRecords,
      .intakeNoModelHash, .intakeNoChallengeID, .intakeNoAppleInput, .intakeLargePart,
      .intakeSharingPending, .submitNoBody, .ruleUnlocked, .runInterrupted, .storeBusy,
      .storeMismatch,
      .storeRenewed, .fileSetAside, .readerLandlockMissing,
      .fileRewritten, .inboxEmpty, .subjectSettingsInside, .xmlRepeatedStartDate, .activitySkipped,
      .activityTeleport, .trackGap, .activityDeveloperZero, .activitySportMissing,
      .activitySportUnknown,
      .activityFileMissing, .activityRowMissing, .csvNoRows, .csvEncodingAssumed,
      .timeExportMissing, .counterReset, .timeUnknownLanguage, .timeClockAssumed, .timeClockSet,
      .timeOtherClock, .energyDerived, .distanceUnitAssumed, .ruleAlways,
      .ruleNever, .ruleDuplicate, .ruleShadowed, .ruleImplausible, .ruleUnused, .ruleShortPeriod,
      .ruleZeroHeartRate, .ruleZeroHelps, .ruleNoGate, .ruleTypedIn, .importLeftOut,
      .importApproximated,
      .importPassesWithoutRule, .importCompetitivePasses, .importNeverMet, .importRecordedDays,
      .importIgnoresPeriod, .importCalendarMonth, .importFixedDay, .importMissingIsZero,
      .importGPSContinuity:
      .notice
    case .attestationRemoved, .booksBackdated, .booksUnknownSubject,
      .deadlineUnstated, .decisionLapsed, .runAhead,
      .inputReceiptUnmet,
      .logEffortUnread,
      .logRepetitionBegun,
      .logUnitUnknown,
      .logLoadMissing, .programmeBonus,
      .logSessionTooLong,
      .sessionsAlike,
      .logDateFromName, .logRevised, .exerciseUnmatched,
      .distanceUnitUnknown:
      .notice
    default: .damage
    }
  }

  /// The days that are incomplete when an input has a finding; see Semantics, "Incomplete days".
  package enum IncompleteDays: Sendable {
    case none
    /// The days that the damaged activity or monitoring file touches.
    case touched
    case every
  }

  /// The days that are incomplete when an input has a finding with this code.
  package var incompleteDays: IncompleteDays {
    switch self {
    case .archiveTruncated, .archiveCRCMismatch, .archiveUnreadable, .archiveEncrypted,
      .archiveMethod, .archiveLimit, .archiveUnsafePath, .archiveDisagreement,
      .activityUndated, .textUnvouched,
      .xmlEntities, .xmlTrailingContent, .xmlTruncated, .xmlLimit, .jsonMalformed,
      .jsonDuplicateKey, .jsonTruncated, .jsonLimit, .csvTruncated, .csvLimit, .databaseMalformed:
      .every
    // A workout log whose dates are ambiguous is left out, or most of it is.
    case .logDateOrder, .logYearMissing, .logDateMissing: .every
    case .activityTruncated, .activityCRCMismatch, .activityMalformed, .timeClocksDiffer: .touched
    default: .none
    }
  }

  /// Whether the finding makes figures of days uncertain, so that an operator may decide to accept
  /// the loss.
  package var opensDays: Bool {
    switch self {
    case .recordTypeMissing, .valueNotANumber, .valueNegative, .valueImplausibleHeartRate,
      .timeMissing,
      .timeMalformed, .timeReversed, .timeTooLong, .timeOutOfRange, .unitUnknown, .unitMissing,
      .sampleTooLong, .trackGap, .logRowUnread, .csvMalformed:
      true
    default: incompleteDays != .none || isOfUnreadData
    }
  }

  /// Whether the finding is about unread data, so that the rule is decided once without that data
  /// and once for everything that it may hold; see Rules, "What was not read".
  package var isOfUnreadData: Bool {
    switch self {
    case .archiveUnrecognised, .archiveUnreadProvider, .archiveUnreadTable, .archiveUnreadPart,
      .archiveLinkOutside, .totalUnread, .databaseTableUnread, .activitySportMissing,
      .activitySportUnknown:
      true
    default: false
    }
  }

  /// Whether, where a checksum shows that the text is as it was written, the finding costs one
  /// record or row only; without a checksum it may have cost any number.
  ///
  /// See Semantics, "Incomplete days".
  package var wantsChecksum: Bool { self == .xmlMalformed || self == .csvMalformed }

  /// Whether every line with the finding is listed, and not only the first: that is so for rows
  /// that cannot be read.
  var listsLines: Bool { self == .csvMalformed || self == .logRowUnread }

  /// Whether the finding is about the reader process itself, such as a crash, and not about the
  /// data that it read.
  package var isOfReader: Bool {
    switch self {
    case .readerCrashed, .readerTimeout, .readerMemory: true
    default: false
    }
  }

  /// Orders codes by their text.
  public static func < (a: FindingCode, b: FindingCode) -> Bool { a.rawValue < b.rawValue }
}
