import DaymarkModel

// Sentences about sending, and about the programs that send.

extension Wording {
  static func delivery(_ finding: Finding) -> Parts {
    let facts = finding.facts
    return switch finding.code {
    case .linkUnfit: link(facts)
    case .submitNoBody:
      (
        "the last run wrote no body for this subject, so nothing can be sent",
        "see its `intake` findings in findings.csv; a body needs an address, `modelHash` and `challengeId`"
      )
    case .submitBodyEdited:
      (
        "this is not the file that the last run wrote; nothing of this subject is sent",
        "run the pipeline again, which writes it anew"
      )
    case .submitAddressShared:
      (
        "another subject has the same address: for the service they are one, and each would replace the other",
        "correct the addresses, or name the one subject that is to be sent"
      )
    case .submitTokenLapsed:
      (
        "the evidence token in the body lapsed\(facts.until.map { " on \($0)" } ?? ""); nothing is sent",
        "ask the person for a new invitation, put it into `link`, and run the pipeline again"
      )
    case .programMissing:
      (
        "the program \(facts.value ?? "") cannot be started from here"
          + (facts.system.map { " (\($0))" } ?? ": it is not there"),
        "`make delivery` in the sources builds it beside daymark"
      )
    case .paymentUnknown:
      (
        "the ledger has no payment `\(facts.value ?? "")`", "`daymark payments` lists them"
      )
    case .paymentEnded:
      (
        "the payment `\(facts.value ?? "")` has ended: it is \(facts.known?.first ?? "settled")",
        nil
      )
    case .paymentNotLapsed:
      (
        "the payment `\(facts.value ?? "")` can still be settled\(facts.until.map { " until \($0)" } ?? "")",
        "say then that it has failed, if it has"
      )
    default:
      (
        "the system cannot keep this program from the network"
          + (facts.system.map { " (\($0))" } ?? "") + ", and without that nothing is read",
        "allow seccomp filters: the container or the kernel forbids them, or has none"
      )
    }
  }

  private static func link(_ facts: Finding.Facts) -> Parts {
    switch facts.reason {
    case .otherChallenge:
      (
        "`link` invites to another challenge of the service than `challengeId` of `intake` names",
        "ask the person for the invitation to this challenge"
      )
    case .otherSubject:
      (
        "`link` is for another address than the subject's",
        "correct `address`, or take the link out"
      )
    case .noIntake:
      ("`link` invites to a challenge of a service, and `intake` names none", "add `challengeId`")
    default:
      (
        "`link` is no invitation of the service",
        "copy it as the person got it: "
          + "`lightchallengeapp://challenge/ID?subject=0x..&token=0x..&expires=MILLISECONDS`"
      )
    }
  }
}
