import DaymarkModel

// Words for the items that a verification compares, and for the differences.

extension Wording {
  static func words(_ item: VerifiedItem) -> String {
    switch item {
    case .evidenceDocument, .evidenceDigest, .verdictDocument, .decision, .records, .body, .headers,
      .verdictTable, .leaderboardDocument, .leaderboardTable, .attestation, .disclosure, .inclusion,
      .payout,
      .payoutTable, .payoutAttestation, .payoutInclusion, .inputs, .sources, .sessions,
      .quality, .verdict, .explanation, .subject, .challenge, .deadline, .zone, .policy, .rule,
      .limits, .address, .intake:
      item.rawValue
    case .folder: "names of folders"
    case .operatorFiles: "the operator's files"
    case .daysFromNames: "dates in names of files"
    case .receivedAt: "times of receipt"
    case .setAside: "what the operator set aside"
    case .complete: "who has handed in everything"
    case .history: "what earlier runs decided"
    case .dailyFigures: "daily figures"
    case .exerciseMinutes: "minutes of exercise"
    case .asOf: "the instant of the verdict"
    case .sharing: "what others handed in"
    }
  }

  /// Returns the words for an item that was compared only with the figures beside it, which are
  /// trusted themselves.
  static func wordsAmongFiles(_ item: VerifiedItem) -> String {
    switch item {
    case .quality: "flags of days with their figures"
    case .explanation: "the explanation with the figures"
    default: words(item)
    }
  }

  static func words(_ difference: DocumentDifference, of check: VerificationCheck) -> String {
    switch difference.kind {
    case .content: contentWords(check, difference.path)
    case .encoding: "holds the right values, but not in canonical bytes"
    case .toolVersion: "was written by another version of daymark"
    case .missing:
      check.standard == .keys && difference.path != "$"
        ? "was attested, and is missing" : "is missing"
    case .unexpected:
      switch check.item {
      case .attestation, .payoutAttestation: "is there, and was not attested"
      case .subject: "is no subject of the pipeline"
      case .intake: "is there, and the pipeline has no `intake`"
      default: "should not be there"
      }
    case .unreadable:
      [.keys, .log].contains(check.standard) && difference.path == "$"
        ? "is cut off or malformed" : "cannot be read as a file of daymark"
    case .payloadType: "is an envelope around something that is no in-toto statement"
    case .untrusted: "is signed by none of the keys that you trust"
    case .signature: "has a signature of your key that does not hold: something in it was changed"
    case .statement: "is signed, and what was signed is no statement that can be read"
    case .predicateType: "is a statement of your key about something else"
    case .uncommitted where check.standard == .log: "leads to another root than the log's"
    case .otherSize:
      "is of another size of the log than the checkpoint: give the log's folder with `--log`"
    case .uncommitted: "are not the figures that were attested: they lead to another root"
    }
  }

  private static func contentWords(_ check: VerificationCheck, _ path: String) -> String {
    switch check.standard {
    case .archives: "is not what the archives give"
    case .pipeline: "is not what the pipeline says"
    case .log: "is not what the log says"
    case .keys:
      path.hasPrefix("$")
        ? "is not what the attested files say" : "is not the file that was attested"
    case .files:
      switch check.item {
      case .payout, .payoutTable: "is not what the documents give"
      case .sharing: "is not what the subjects' evidence gives"
      case .explanation: "does not follow from the figures in the evidence"
      case .quality: "is not what the figures in the evidence give"
      case .folder: "is not whom the folder is named for"
      case .evidenceDocument: "does not go with the rest of the document"
      case .verdictTable, .leaderboardDocument, .leaderboardTable:
        "is not what the subjects' evidence gives"
      case .decision: "is a decision on something else"
      default: "is not what the evidence gives"
      }
    }
  }
}
