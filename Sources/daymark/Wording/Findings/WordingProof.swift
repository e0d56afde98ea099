import DaymarkModel

// Sentences about keys, attestations and disclosures, and about why nothing is paid out.

extension Wording {
  static func key(_ finding: Finding) -> Parts {
    guard finding.code == .keyUnreadable else {
      return (
        "others may read this private key; it is not used",
        "make a new one if anybody may have read it, else `chmod 600` the file"
      )
    }
    return switch finding.facts.reason {
    case .encrypted:
      (
        "a passphrase protects this key, and daymark asks for none",
        "keep it as PKCS#8 without a passphrase, in a file that only its owner may read"
      )
    case .otherAlgorithm:
      (
        "this key is neither of Ed25519 nor of P-256",
        "make one with `daymark keys new`"
      )
    case .notForLogs:
      ("a log is signed with a key of Ed25519", "make one with `daymark keys new`")
    case .privateHalf:
      (
        "this is the private half of a key, which nobody but its owner should have",
        "give the public half, which `daymark keys show` prints"
      )
    case .publicHalf:
      ("this is the public half of a key, and only the private one signs", "give the private half")
    default:
      (
        "this is no key: expected one PEM block, `PRIVATE KEY` (PKCS#8) or `PUBLIC KEY`",
        "make one with `daymark keys new`"
      )
    }
  }

  static func attestation(_ finding: Finding) -> Parts {
    let again = "run `daymark attest` again"
    return switch finding.code {
    case .documentEdited where finding.facts.reason == .unfounded:
      (
        "this payout does not follow from the documents beside it, and is not attested",
        "work it out again with `daymark payout`, and look at it before you attest"
      )
    case .documentEdited:
      (
        "this is not the file that the last run wrote; nothing of this subject is attested",
        "run the pipeline again, which writes it anew, and look at it before you attest"
      )
    case .attestationMissing:
      ("the folder has no attestation that can be read", "`daymark attest` writes one")
    case .attestationOutdated:
      ("the attestation is not of the evidence and the commitment that lie beside it", again)
    case .attestationRemoved:
      ("the attestation was of other files than there are now, and is removed", again)
    case .commitmentExposed:
      (
        "others may read this commitment, and guess figures with its secret and what is shown",
        "`daymark attest` makes it private; if anybody may have read it, remove it first, and seal"
          + " anew"
      )
    case .commitmentMissing:
      (
        "there is no commitment that can be read, and without its secret nothing can be shown",
        "\(again) on the machine of the run; a disclosure that was sent before stays good"
      )
    default:
      (
        "the evidence has no figure of \(finding.facts.key ?? "?")"
          + "\(finding.facts.day.map { " on \($0)" } ?? "")",
        finding.facts.known.map { "it has \($0.joined(separator: ", "))" }
      )
    }
  }

  static func seal(_ finding: Finding) -> Parts {
    guard finding.code == .sealLogUnsound else {
      return (
        "there is no log here yet, and no name for it was given",
        "give it with `--origin`, such as club.example/daymark: the address that it is served at, without `https://`"
      )
    }
    if finding.facts.reason == .unreadable {
      return ("the file is cut off or malformed", "ask for it again")
    }
    let what =
      switch finding.facts.reason {
      case .untrusted: "its checkpoint was changed, or another key has signed it"
      case .tiles: "a file of it is missing, or is not what its entries give"
      case .root: "its entries do not give the root that was signed"
      case .entry:
        "entry \(finding.facts.value ?? "?"), which was sealed here on "
          + "\(finding.facts.since.map { "\($0)" } ?? "?"), is missing or has changed"
      default: "it has no checkpoint that can be read"
      }
    return (
      "the log is not as it was left: \(what)",
      "its owner puts back a copy of its folder; anybody else asks the owner why"
    )
  }

  static func payout(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let subject = (facts.subject ?? "?").printableName
    return switch (finding.code, facts.reason) {
    case (.payoutVerdictMissing, _):
      (
        "\(subject) has a stake and no verdict here",
        "run the pipeline; if a file cannot be read, leave it out with `setAside` of the subject,"
          + " so that there is a verdict; or take the stake out of the table if nobody paid it"
      )
    case (.payoutVerdictOpen, _):
      (
        "the verdict of \(subject) is not final",
        "wait for the proof deadline and run again; `daymark open` lists who waits for a person"
      )
    case (.payoutUndecided, .lapsed):
      (
        "the decision on \(subject) was made before the verdict changed",
        "look again, and enter it with `daymark decide`"
      )
    case (.payoutUndecided, _):
      (
        "the data of \(subject) is flagged, and nobody has decided",
        "enter a decision with `daymark decide`"
      )
    case (.payoutHeld, _):
      (
        "\(subject) has no answer, and the policy holds the payout until there is one",
        "enter a decision with `daymark decide`, or write `undetermined: refund`"
      )
    case (.payoutRankMissing, _):
      (
        "nobody who passed has a rank, and the pool is shared by rank",
        "write `share: equally` or `byStake`, or give the rule a `score` and run again"
      )
    default:
      (
        "\((facts.known ?? []).map(\.printableName).joined(separator: " and ")) share an address",
        "find out whose it is; one person can have one stake"
      )
    }
  }
}
