import DaymarkModel
import DaymarkReport

// Sentences about archives and files that people hand in.
extension Wording {
  static func archive(_ finding: Finding) -> Parts {
    let copyAgain = "copy the archive again, or \(exportAgain)"
    return switch finding.code {
    case .archiveTruncated where finding.facts.reason == .empty: ("the file is empty", copyAgain)
    case .archiveTruncated:
      (
        "the archive ends too early; what was read is kept, and every day is incomplete",
        exportAgain
      )
    case .archiveCRCMismatch:
      (
        "the archive's checksum does not match; what was read is kept, and every day is incomplete",
        copyAgain
      )
    case .archiveEncrypted: ("the archive is encrypted", "decrypt it first")
    case .archiveUnsafePath:
      (
        "a path in the archive leads out of it, which no genuine export has; refused", nil
      )
    case .archiveLinkOutside where finding.facts.reason == .ofOperator:
      (
        "the subject's folder is a link; it is not followed",
        "if it is yours, say `followLinks: true` in `pipeline.yaml`; else put a folder in its place"
      )
    case .archiveLinkOutside:
      (
        "a link leads out of what was handed in; it is not followed, and what it leads to is not read",
        "put the file itself in its place"
      )
    case .archiveDisagreement:
      (
        "the zip contradicts itself (\(finding.facts.key ?? "")), so that programs read it"
          + " differently; every day is incomplete", copyAgain
      )
    case .archiveUnrecognised where finding.facts.reason == .clinical:
      (
        "this is the clinical document that the Health app puts beside its export, and holds nothing that counts",
        "hand in the whole export.zip; the file that counts in it is export.xml"
      )
    case .archiveUnrecognised where finding.facts.reason == .nothingRecorded:
      ("nothing in it counts: it is a picture, a text, or a table of something else", handIn)
    case .archiveUnrecognised:
      (
        "daymark recognises nothing in it",
        handIn
      )
    case .archiveMethod where finding.facts.method == "split":
      (
        "this is one part of an archive that was split; every day is incomplete",
        "put all parts together with the program that made them, and hand in one zip or the folder"
      )
    case .archiveMethod where finding.facts.method == "rar":
      (
        "this is a RAR archive, which daymark does not read; every day is incomplete",
        "unpack it and zip what it holds, or hand in the folder"
      )
    case .archiveMethod:
      (
        "a file in the archive is compressed by \(method(finding.facts.method)), which daymark does"
          + " not read; every day is incomplete",
        "unpack the archive and zip it again the ordinary way, or hand in the folder"
      )
    case .archiveUnreadTable: unread(finding.facts)
    case .archiveUnreadProvider:
      (
        "by the names of its files this is an export of \(name(finding.facts.provider)), and daymark reads none of"
          + " these files", remedy(finding.facts.provider)
      )
    case .archiveUnreadPart:
      (
        "it also holds files\(finding.facts.provider.map { " of \(name($0))" } ?? "") that daymark does not read"
          + " and that could hold figures; the other files count", otherWay
      )
    case .totalUnread:
      (
        finding.facts.key.map {
          "the heading `\($0.printableName)` is not known, and figures stand under it"
        }
          ?? "nobody can tell whether these figures are of days, of weeks or of single measurements",
        "export it again in English, by days, or hand in what the figures were made from, such as the export.zip of"
          + " the Health app"
      )
    case .databaseMalformed:
      (
        "page \(finding.facts.most ?? 1) of the database is missing or cannot be read; what was read before it counts,"
          + " and every day is incomplete", copyAgain
      )
    case .databaseTableUnread:
      (
        "the table `\((finding.facts.key ?? "?").printableName)` of the database is not laid out as daymark knows it;"
          + " what it may hold does not count, and days are open",
        "hand in what the app that recorded it exports, or the activities as FIT, TCX or GPX files"
      )
    default: ("the archive is damaged", copyAgain)
    }
  }

  private static let handIn =
    "give the export.zip of the Health app, FIT, TCX or GPX files, or the account export of"
    + " Strava, Garmin or Fitbit"

  private static let otherWay =
    "hand in the activities as FIT, TCX or GPX files, or the account export of a service that has"
    + " the same data, such as Strava"

  private static func unread(_ facts: Finding.Facts) -> Parts {
    let headings = facts.known.map { known in
      "; its headings are " + known.map { "`\($0.printableName)`" }.joined(separator: ", ")
    }
    let (seems, remedy) =
      switch facts.seems {
      case .sets: ("; it seems to hold sets of workouts", describe)
      case .days:
        (
          "; it seems to hold figures of days",
          "give the export of the Health app or of the tracker that counted them"
        )
      case .sessions:
        (
          "; it seems to be a list of sessions",
          "give the FIT, TCX or GPX files of the sessions; if it holds sets, \(describe)"
        )
      case .unknown, nil: ("", "if it holds sets of workouts, \(describe)")
      }
    return (
      "no app that daymark knows wrote this table\(seems)\(headings ?? "")", remedy
    )
  }

  private static let describe =
    "say what its columns mean in a `columns.yaml`, and give it with `--columns`, or put it beside"
    + " the pipeline"

  private static func name(_ provider: UnreadProvider?) -> String {
    switch provider {
    case .googleFit: "Google Fit"
    case .samsungHealth: "Samsung Health"
    case .polar: "Polar Flow"
    case .withings: "Withings"
    case .whoop: "WHOOP"
    case .huawei: "Huawei Health"
    case .myFitnessPal: "MyFitnessPal"
    case .miFitness: "Mi Fitness"
    case .zepp: "Zepp"
    case nil: "a service"
    }
  }

  /// Returns what to hand in instead of a provider's export.
  private static func remedy(_ provider: UnreadProvider?) -> String {
    switch provider {
    case .huawei, .miFitness, .zepp:
      "let the app write to Health Connect, and hand in what Health Connect exports on the phone; or hand in the"
        + " activities as FIT, TCX or GPX files"
    case .myFitnessPal:
      "what stands there was typed in, or copied from another app: hand in the export of that app or of the tracker"
    default: otherWay
    }
  }

  /// Returns the usual name of a compression method for libarchive's name.
  private static func method(_ name: String?) -> String {
    switch name?.split(separator: " ").last.map(String.init) {
    case "deflation-64-bit"?, "deflate-64"?: "Deflate64"
    case "bzip"?, "bzip2"?: "bzip2"
    case "lzma"?: "LZMA"
    case "xz"?: "xz"
    case "zstd"?: "Zstandard"
    case "ppmd-1"?: "PPMd"
    case let other?: "the method `\(other)`"
    case nil: "a method"
    }
  }

  /// Where receipts are stated: a finding does not know where its subject comes from.
  private static let placeOfReceipts =
    "in the manifest (`received_at`), or in the list or the subject's `<id>.yaml` (`receivedAt`)"

  static func input(_ finding: Finding) -> Parts {
    let facts = finding.facts
    if finding.code == .inputLate {
      let verb = facts.reason == .received ? "received" : "exported"
      return (
        "it was \(verb) after the proof deadline and is set aside",
        "to count it: `lateInputs: accept` in the pipeline"
      )
    }
    if finding.code == .inputReceiptAssumed {
      return (
        "the hand-in has closed; counted as in time:"
          + " \((facts.inputs ?? 0).counting("input")) without a stated receipt",
        "to decide it to the minute, state receipts \(placeOfReceipts)"
      )
    }
    if finding.code == .inputReceiptUnknown {
      return (
        "it was first seen after the hand-in had closed, and no time of receipt is stated; it is"
          + " set aside",
        "to count it: say when it was received \(placeOfReceipts), or `lateInputs: accept` in the"
          + " pipeline"
      )
    }
    if finding.code == .inputSetAside {
      let what = facts.finding.map {
        "the operator accepts what `\($0.rawValue)` lost; its figures stand as understood"
      }
      return (what ?? "the operator has set it aside; nothing of it counts", nil)
    }
    if finding.code == .inputHealed {
      let other = facts.sha256.map { " (\($0.hex.prefix(8))…)" } ?? ""
      return (
        "it is damaged (`\(facts.finding?.rawValue ?? "")`), and another input\(other) has everything that it lost",
        nil
      )
    }
    if finding.code == .inputNotHealed {
      let what = facts.metric?.id ?? "a session"
      let device = facts.device.map { " of \($0 == .app ? "an" : "a") \($0.id)" } ?? ""
      let day = facts.day.map { " on \($0)" } ?? ""
      let other = facts.sha256.map { " (\($0.hex.prefix(8))…)" } ?? ""
      return (
        "it is damaged, and the sound export\(other) lacks what it shows: \(what)\(device)\(day)",
        "hand in the damaged file again, whole, or an export that has this"
      )
    }
    if finding.code == .inputSetAsideUnmet {
      let what =
        facts.finding.map { "`setAside` names `\($0.rawValue)`, which is not found in it" }
        ?? "`setAside` names `\(facts.value ?? "")`, and there is no such input"
      return (what, "compare it with the findings and the names of this run, or take it out")
    }
    let span = facts.from.flatMap { from in facts.to.map { " (\(from) to \($0))" } }
    return (
      "none of its data is of the period; all of it is of other days\(span ?? "")",
      "export again, or check that it is the right file"
    )
  }

  static func exportDate(_ code: FindingCode) -> Parts {
    let (what, remedy) =
      switch code {
      case .timeExportMissing: ("the document states no export date", String?.none)
      case .timeExportMalformed:
        ("the export date is no real date; it is not believed", exportAgain)
      default:
        (
          "the export date lies more than a day after the instant of the run; it is not believed",
          "check the phone's clock, and \(exportAgain)"
        )
      }
    return ("\(what), and the data ends with its newest record", remedy)
  }

  /// Returns the sentence about a recording whose points come from several clocks.
  static func clock(_ code: FindingCode) -> Parts {
    let what =
      switch code {
      case .timeClockSet:
        "the clock was set while the session was recorded; its points count on the days that they name"
      case .timeOtherClock:
        "the clock of some points differs from that of most points; they are left out"
      default:
        "no clock has more than half of the points of the recording; the days that any of them names"
          + " are incomplete"
      }
    return (what, "check the clock of the device that wrote it")
  }

  static func file(_ finding: Finding) -> Parts {
    let (facts, system) = (finding.facts, finding.facts.systemWords)
    switch (finding.code, facts.reason) {
    case (.fileMissing, .noArchives):
      return (
        "the deadline has passed, and nobody has handed in anything",
        "check that the archives are where the pipeline looks for them"
      )
    case (.fileMissing, .dangling):
      return ("the link leads to nothing that is there", "mount or put back what it leads to")
    case (.fileMissing, _)
    where finding.location?.file.hasSuffix("/\(OutputFile.verdict.rawValue)") == true:
      return (
        "the folder has no `\(OutputFile.verdict.rawValue)`, which has the answer and the days behind it",
        "ask for it to be sent again; `daymark verify` with the folder says what the other documents show"
      )
    case (.fileMissing, _):
      // The path is added where it differs from the location of the finding.
      let path = facts.path.flatMap { $0 == finding.location?.file ? nil : " as `\($0)`" }
      return ("there is no such file or folder\(path ?? "")", nil)
    case (.fileChanged, _):
      return ("the archive changed while it was read", "run again when nothing writes it")
    case (.fileSetAside, .empty):
      return ("the file is empty; it is set aside, and the others are read", nil)
    case (.fileSetAside, _):
      return ("the file holds nothing that counts; it is set aside, and the others are read", nil)
    case (.fileRewritten, .removed):
      return ("the file was taken away since the last run, and is written again", nil)
    case (.fileRewritten, _):
      return ("the file was changed since the last run, and is written again", nil)
    case (.fileExists, .privateHalf):
      return (
        "the file is there already; nothing is written",
        "if it is a key, `daymark keys show` prints its public half; else move it away"
      )
    case (.fileExists, _): return ("the file is there already; nothing is written", "move it away")
    case (.fileUnreadable, _):
      return ("the file cannot be read\(system)", "check that it is a file you may read")
    case (_, .diskFull):
      return (
        "the disk is full, so the file cannot be written\(system)",
        "make room or choose another place with `--out`, and run again"
      )
    case (_, .fileLimit):
      return (
        "the file would be larger than this process may write\(system)",
        "raise `ulimit -f`, and run again"
      )
    case (_, .spool):
      return (
        "an archive inside the archive cannot be unpacked\(system)",
        "make room there, or choose another folder with TMPDIR"
      )
    default:
      return (
        "the file cannot be written\(system)", "make room or choose another place with `--out`"
      )
    }
  }

  /// Returns the sentence about a process that failed twice to read a subject's archives.
  static func reader(_ finding: Finding) -> Parts {
    let (facts, report) = (finding.facts, "report it with the archive if it is genuine")
    let most = facts.most.map { "\($0)" } ?? "?"
    return switch (finding.code, facts.reason) {
    case (.readerTimeout, .silent):
      ("reading the archive got no further for \(most) seconds", report)
    case (.readerTimeout, _):
      (
        "reading the subject's archives took more than \(most) seconds",
        "allow more with `--reader-timeout`"
      )
    case (.readerMemory, _):
      (
        "reading the archive took more than \((facts.most ?? 0) >> 20) MiB of memory",
        "allow more with `--reader-memory`"
      )
    case (_, .garbled): ("the process that reads the archive gave no readable answer", report)
    default:
      (
        "the archive ended the process that read it"
          + (facts.signal.map { " by \($0)" } ?? facts.systemWords), report
      )
    }
  }

  static func limit(_ facts: Finding.Facts) -> Parts {
    let most = facts.most.map { "\($0)" } ?? "?"
    let what =
      switch facts.limit {
      case .documentBytes: "the documents have more than \(most) bytes"
      case .compressionRatio: "a file unpacks to more than \(most) times its packed size"
      case .inputRatio: "all files unpack to more than \(most) times what was handed in"
      case .entries: "there are more than \(most) files"
      case .documents: "more than \(most) files may be an Apple Health document"
      case .headBytes: "recognising the files takes reading more than \(most) bytes"
      case .nestedDepth: "an archive lies more than \(most) archives deep"
      case .nestedArchives: "there are more than \(most) archives inside"
      case .nestedBytes: "the archives inside have more than \(most) bytes"
      case .records: "there are more than \(most) records and points of tracks"
      case .memoryBytes: "records and tracks take more than \(most) bytes of memory"
      case .prologueBytes: "more than \(most) bytes come before the first element"
      case .tagBytes: "a tag has more than \(most) bytes"
      case .attributes: "a tag has more than \(most) attributes"
      case .depth: "elements are nested more than \(most) deep"
      case .elementBytes: "an element has more than \(most) bytes"
      case .rowBytes: "a row has more than \(most) bytes"
      case .columns: "a row has more than \(most) fields"
      case .names: "there are more than \(most) names of sources, units or zones"
      case .nameBytes: "a name has more than \(most) bytes"
      case .parserMemory: "there is too little memory to read it"
      case .ratioFloorBytes, nil: "there is more than is read of one input"
      }
    let consequence = facts.limit == .elementBytes ? "it is left out" : "refused from there on"
    guard let limit = facts.limit, ReadLimit.settable.contains(limit) else {
      return ("\(what); \(consequence)", "check that this is a genuine export")
    }
    return (
      "\(what) (limit `\(limit.rawValue)`); \(consequence)",
      "if this is a genuine export, raise `\(limit.rawValue)` under `readLimits` in `pipeline.yaml`,"
        + " or with `--limit`"
    )
  }

  static func activity(_ finding: Finding) -> Parts {
    let problem = finding.facts.problem.map { " (\(words($0)))" } ?? ""
    let what =
      switch finding.code {
      case .activityTruncated: "the activity file ends too early; what was read is kept"
      case .activityCRCMismatch:
        "the activity file's checksum does not match; what was read is kept"
      default: "the activity file is malformed here\(problem); what is sound is kept"
      }
    return ("\(what), and its days are incomplete", "copy it again from the device")
  }

  static func words(_ problem: ActivityProblem) -> String {
    switch problem {
    case .header: "its header is wrong"
    case .furtherHeader: "the header of a further part is wrong"
    case .noDataSize: "no data size is stated"
    case .noChecksum: "no checksum follows"
    case .dataSize: "the stated data size is too small"
    case .undefinedMessage: "a message is of no defined type"
    case .messageOverEnd: "a message goes past the end of the data"
    case .messages: "there are more messages than a device writes"
    case .localTime: "no message tells the local time"
    case .days: "there are more days than a device keeps"
    case .xml: "the XML is not well-formed"
    }
  }

  /// Returns the words for the content of a file that is no recording.
  static func words(_ content: UnusedContent) -> String {
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
    case .restOnly: "the file holds only what a body burns at rest"
    case .device, .sport, .schedule, .goals: "the file holds what was set up, not recorded"
    case .otherFile, .unrecognised: "the file holds something that daymark does not read"
    }
  }
}
