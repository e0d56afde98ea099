/// What a finding or an error is about: a stable string such as `value.negative`.
///
/// `daymark` has the sentence for each; those of records are in Semantics, "What is rejected".
public struct FindingCode: Hashable, Sendable, Comparable {
  /// How much a finding weighs; only damage changes the exit code.
  public enum Level: String, Sendable {
    /// Something in the file could not be read or understood.
    case damage
    /// Set aside on purpose; no fault of the file.
    case policy
    /// Worth knowing.
    case notice
  }

  private enum Code: String, CaseIterable {
    case valueNotANumber = "value.not_a_number"
    case valueNegative = "value.negative"
    case valueImplausibleHeartRate = "value.implausible_heart_rate"
    case valueOverflow = "value.overflow"
    case timeMissing = "time.missing"
    case timeMalformed = "time.malformed"
    case timeReversed = "time.reversed"
    case timeOutOfRange = "time.out_of_range"
    case unitUnknown = "unit.unknown"
    case unitMissing = "unit.missing"
    case distanceUnitAssumed = "distance.unit_assumed"
    case sampleDuplicate = "sample.duplicate"
    case sampleManual = "sample.manual"
    case sampleNested = "sample.nested"
    case timezoneFixedOffset = "timezone.fixed_offset"
    case timezoneAssumedUTC = "timezone.assumed_utc"
    case timezoneUnknown = "timezone.unknown"
    case archiveTruncated = "archive.truncated"
    case archiveCRCMismatch = "archive.crc_mismatch"
    case archiveUnreadable = "archive.unreadable"
    case archiveEncrypted = "archive.encrypted"
    case archiveUnsafePath = "archive.unsafe_path"
    case archiveLimit = "archive.limit"
    case archiveUnrecognised = "archive.unrecognised"
    case archiveSeveralDocuments = "archive.several_documents"
    case archiveInnerHealthExport = "archive.inner_health_export"
    case fileMissing = "file.missing"
    case fileUnreadable = "file.unreadable"
    case fileUnwritable = "file.unwritable"
    case xmlMalformed = "xml.malformed"
    case xmlTruncated = "xml.truncated"
    case xmlDoctypeMalformed = "xml.doctype_malformed"
    case xmlControlBytes = "xml.control_bytes"
    case xmlInvalidUTF8 = "xml.invalid_utf8"
    case xmlRepeatedStartDate = "xml.repeated_start_date"
    case xmlTrailingContent = "xml.trailing_content"
    case xmlEntities = "xml.entities"
    case xmlLimit = "xml.limit"
    case activityTruncated = "activity.truncated"
    case activityCRCMismatch = "activity.crc_mismatch"
    case activityMalformed = "activity.malformed"
    case activitySkipped = "activity.skipped"
    case activityTeleport = "activity.teleport"
    case activityFileMissing = "activity.file_missing"
    case counterReset = "counter.reset"
    case csvMalformed = "csv.malformed"
    case csvLimit = "csv.limit"
    case jsonMalformed = "json.malformed"
    case jsonTruncated = "json.truncated"
    case jsonLimit = "json.limit"
    case timeUnknownLanguage = "time.unknown_language"
    case timeClockAssumed = "time.clock_assumed"
    case energyDerived = "energy.derived"
    case intakeNoAddress = "intake.no_address"
    case intakeNoModelHash = "intake.no_model_hash"
    case intakeNoChallengeID = "intake.no_challenge_id"
    case intakeNoAppleInput = "intake.no_apple_input"
    case intakeLargePart = "intake.large_part"
    case intakeTooLarge = "intake.too_large"
    case intakeTooManyRecords = "intake.too_many_records"
    case intakeBodyDiffers = "intake.body_differs"
    case configSyntax = "config.syntax"
    case configUnknownKey = "config.unknown_key"
    case configMissingKey = "config.missing_key"
    case configBadValue = "config.bad_value"
    case configDuplicate = "config.duplicate"
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
    case storeBusy = "store.busy"
    case storeUnusable = "store.unusable"
    case challengeUnknown = "challenge.unknown"
    case subjectUnknown = "subject.unknown"
    case verdictMissing = "verdict.missing"
    case scoreMissing = "score.missing"
    case thresholdUnknown = "threshold.unknown"
    case thresholdBadValue = "threshold.bad_value"
    case templateUnknown = "template.unknown"
    case parameterUnknown = "parameter.unknown"
    case folderNotEmpty = "folder.not_empty"
    case evidenceUnreadable = "evidence.unreadable"
    case evidenceInputMissing = "evidence.input_missing"
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
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  public init?(_ text: String) {
    guard let code = Code(rawValue: text) else { return nil }
    self.code = code
  }

  public static var allCases: [FindingCode] { Code.allCases.map(FindingCode.init) }

  /// The stable string.
  public var text: String { code.rawValue }

  public var level: Level {
    switch code {
    case .sampleDuplicate, .sampleManual, .sampleNested: .policy
    case .timezoneFixedOffset, .timezoneAssumedUTC, .archiveSeveralDocuments,
      .xmlDoctypeMalformed, .intakeNoAddress, .intakeTooLarge, .intakeTooManyRecords,
      .intakeNoModelHash, .intakeNoChallengeID, .intakeNoAppleInput, .intakeLargePart,
      .ruleUnlocked, .storeBusy, .xmlRepeatedStartDate, .activitySkipped, .activityTeleport,
      .activityFileMissing, .counterReset, .timeUnknownLanguage, .timeClockAssumed,
      .energyDerived, .distanceUnitAssumed, .ruleAlways, .ruleNever, .ruleDuplicate,
      .ruleShadowed, .ruleImplausible, .ruleUnused, .ruleShortPeriod, .ruleZeroHeartRate,
      .importLeftOut, .importApproximated, .importPassesWithoutRule, .importCompetitivePasses,
      .importNeverMet, .importRecordedDays, .importIgnoresPeriod, .importCalendarMonth,
      .importFixedDay, .importMissingIsZero, .importGPSContinuity:
      .notice
    default: .damage
    }
  }

  /// Which days an input with a finding may lack something of; see Semantics, "Incomplete days".
  public enum IncompleteDays: Sendable {
    case none
    /// Those that the damaged activity or monitoring file touches.
    case touched
    case every
  }

  public var incompleteDays: IncompleteDays {
    switch code {
    case .archiveTruncated, .archiveCRCMismatch, .archiveUnreadable, .archiveEncrypted,
      .archiveLimit, .xmlTruncated, .xmlLimit, .jsonTruncated, .jsonLimit, .csvLimit:
      .every
    case .activityTruncated, .activityCRCMismatch, .activityMalformed: .touched
    default: .none
    }
  }

  public static func < (a: FindingCode, b: FindingCode) -> Bool { a.text < b.text }

  public static let valueNotANumber = FindingCode(.valueNotANumber)
  public static let valueNegative = FindingCode(.valueNegative)
  public static let valueImplausibleHeartRate = FindingCode(.valueImplausibleHeartRate)
  public static let valueOverflow = FindingCode(.valueOverflow)
  public static let timeMissing = FindingCode(.timeMissing)
  public static let timeMalformed = FindingCode(.timeMalformed)
  public static let timeReversed = FindingCode(.timeReversed)
  public static let timeOutOfRange = FindingCode(.timeOutOfRange)
  public static let unitUnknown = FindingCode(.unitUnknown)
  public static let unitMissing = FindingCode(.unitMissing)
  public static let distanceUnitAssumed = FindingCode(.distanceUnitAssumed)
  public static let sampleDuplicate = FindingCode(.sampleDuplicate)
  public static let sampleManual = FindingCode(.sampleManual)
  public static let sampleNested = FindingCode(.sampleNested)
  public static let timezoneFixedOffset = FindingCode(.timezoneFixedOffset)
  public static let timezoneAssumedUTC = FindingCode(.timezoneAssumedUTC)
  public static let timezoneUnknown = FindingCode(.timezoneUnknown)
  public static let archiveTruncated = FindingCode(.archiveTruncated)
  public static let archiveCRCMismatch = FindingCode(.archiveCRCMismatch)
  public static let archiveUnreadable = FindingCode(.archiveUnreadable)
  public static let archiveEncrypted = FindingCode(.archiveEncrypted)
  public static let archiveUnsafePath = FindingCode(.archiveUnsafePath)
  public static let archiveLimit = FindingCode(.archiveLimit)
  public static let archiveUnrecognised = FindingCode(.archiveUnrecognised)
  public static let archiveInnerHealthExport = FindingCode(.archiveInnerHealthExport)
  public static let archiveSeveralDocuments = FindingCode(.archiveSeveralDocuments)
  public static let fileMissing = FindingCode(.fileMissing)
  public static let fileUnreadable = FindingCode(.fileUnreadable)
  public static let fileUnwritable = FindingCode(.fileUnwritable)
  public static let xmlMalformed = FindingCode(.xmlMalformed)
  public static let xmlTruncated = FindingCode(.xmlTruncated)
  public static let xmlDoctypeMalformed = FindingCode(.xmlDoctypeMalformed)
  public static let xmlControlBytes = FindingCode(.xmlControlBytes)
  public static let xmlInvalidUTF8 = FindingCode(.xmlInvalidUTF8)
  public static let xmlRepeatedStartDate = FindingCode(.xmlRepeatedStartDate)
  public static let xmlTrailingContent = FindingCode(.xmlTrailingContent)
  public static let xmlEntities = FindingCode(.xmlEntities)
  public static let xmlLimit = FindingCode(.xmlLimit)
  public static let activityTruncated = FindingCode(.activityTruncated)
  public static let activityCRCMismatch = FindingCode(.activityCRCMismatch)
  public static let activityMalformed = FindingCode(.activityMalformed)
  public static let activitySkipped = FindingCode(.activitySkipped)
  public static let activityTeleport = FindingCode(.activityTeleport)
  public static let activityFileMissing = FindingCode(.activityFileMissing)
  public static let counterReset = FindingCode(.counterReset)
  public static let csvMalformed = FindingCode(.csvMalformed)
  public static let csvLimit = FindingCode(.csvLimit)
  public static let jsonMalformed = FindingCode(.jsonMalformed)
  public static let jsonTruncated = FindingCode(.jsonTruncated)
  public static let jsonLimit = FindingCode(.jsonLimit)
  public static let timeUnknownLanguage = FindingCode(.timeUnknownLanguage)
  public static let timeClockAssumed = FindingCode(.timeClockAssumed)
  public static let energyDerived = FindingCode(.energyDerived)
  public static let intakeNoAddress = FindingCode(.intakeNoAddress)
  public static let intakeNoModelHash = FindingCode(.intakeNoModelHash)
  public static let intakeNoChallengeID = FindingCode(.intakeNoChallengeID)
  public static let intakeNoAppleInput = FindingCode(.intakeNoAppleInput)
  public static let intakeLargePart = FindingCode(.intakeLargePart)
  public static let intakeTooLarge = FindingCode(.intakeTooLarge)
  public static let intakeTooManyRecords = FindingCode(.intakeTooManyRecords)
  public static let intakeBodyDiffers = FindingCode(.intakeBodyDiffers)
  public static let configSyntax = FindingCode(.configSyntax)
  public static let configUnknownKey = FindingCode(.configUnknownKey)
  public static let configMissingKey = FindingCode(.configMissingKey)
  public static let configBadValue = FindingCode(.configBadValue)
  public static let configDuplicate = FindingCode(.configDuplicate)
  public static let ruleChanged = FindingCode(.ruleChanged)
  public static let ruleUnlocked = FindingCode(.ruleUnlocked)
  public static let ruleAlways = FindingCode(.ruleAlways)
  public static let ruleNever = FindingCode(.ruleNever)
  public static let ruleDuplicate = FindingCode(.ruleDuplicate)
  public static let ruleShadowed = FindingCode(.ruleShadowed)
  public static let ruleImplausible = FindingCode(.ruleImplausible)
  public static let ruleUnused = FindingCode(.ruleUnused)
  public static let ruleShortPeriod = FindingCode(.ruleShortPeriod)
  public static let ruleZeroHeartRate = FindingCode(.ruleZeroHeartRate)
  public static let storeBusy = FindingCode(.storeBusy)
  public static let storeUnusable = FindingCode(.storeUnusable)
  public static let challengeUnknown = FindingCode(.challengeUnknown)
  public static let subjectUnknown = FindingCode(.subjectUnknown)
  public static let scoreMissing = FindingCode(.scoreMissing)
  public static let verdictMissing = FindingCode(.verdictMissing)
  public static let thresholdUnknown = FindingCode(.thresholdUnknown)
  public static let thresholdBadValue = FindingCode(.thresholdBadValue)
  public static let templateUnknown = FindingCode(.templateUnknown)
  public static let parameterUnknown = FindingCode(.parameterUnknown)
  public static let folderNotEmpty = FindingCode(.folderNotEmpty)
  public static let evidenceUnreadable = FindingCode(.evidenceUnreadable)
  public static let evidenceInputMissing = FindingCode(.evidenceInputMissing)
  public static let importUnreadable = FindingCode(.importUnreadable)
  public static let importUnknownKey = FindingCode(.importUnknownKey)
  public static let importMissingKey = FindingCode(.importMissingKey)
  public static let importBadValue = FindingCode(.importBadValue)
  public static let importInexpressible = FindingCode(.importInexpressible)
  public static let importLeftOut = FindingCode(.importLeftOut)
  public static let importApproximated = FindingCode(.importApproximated)
  public static let importPassesWithoutRule = FindingCode(.importPassesWithoutRule)
  public static let importCompetitivePasses = FindingCode(.importCompetitivePasses)
  public static let importNeverMet = FindingCode(.importNeverMet)
  public static let importRecordedDays = FindingCode(.importRecordedDays)
  public static let importIgnoresPeriod = FindingCode(.importIgnoresPeriod)
  public static let importCalendarMonth = FindingCode(.importCalendarMonth)
  public static let importFixedDay = FindingCode(.importFixedDay)
  public static let importMissingIsZero = FindingCode(.importMissingIsZero)
  public static let importGPSContinuity = FindingCode(.importGPSContinuity)
}

/// A located message: a code, the first place it was met at, how often, and its facts.
///
/// Facts hold what a sentence needs (a unit, a limit, an expected key); never a health value.
public struct Finding: Hashable, Sendable {
  public var code: FindingCode
  public var location: InputLocation?
  public var count: Int
  public var facts: [String: String]

  public init(
    _ code: FindingCode, at location: InputLocation? = nil, count: Int = 1,
    facts: [String: String] = [:]
  ) {
    self.code = code
    self.location = location
    self.count = count
    self.facts = facts
  }
}
