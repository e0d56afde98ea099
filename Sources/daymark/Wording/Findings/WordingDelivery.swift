import DaymarkModel

// Sentences about sending, and about the programs that send.

extension Wording {
  static func delivery(_ finding: Finding) -> Parts {
    let facts = finding.facts
    return switch finding.code {
    case .linkUnfit: link(facts)
    case .submitNoBody:
      (
        "the last run wrote no request body for this subject, so nothing can be sent",
        "see the subject's `intake` findings in findings.csv; a body needs an address, `modelHash` and `challengeId`"
      )
    case .submitBodyEdited:
      (
        "this file was changed after the last run wrote it; nothing is sent for this subject",
        "run the pipeline again, which writes the file again"
      )
    case .submitAddressShared:
      (
        "another subject has the same address, so for the service they are one, and each would replace the other",
        "correct the addresses, or name the one subject to send"
      )
    case .submitTokenLapsed:
      (
        "the evidence token in the body expired\(facts.until.map { " on \($0)" } ?? ""); nothing is sent",
        "ask the person for a new invitation, put it into `link`, and run the pipeline again"
      )
    case .programMissing:
      (
        "the program \(facts.value ?? "") cannot be started"
          + (facts.system.map { " (\($0))" } ?? ": it is not installed beside daymark"),
        "build it with `make delivery` in the source folder"
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
        "record the failure after that, if the payment has failed"
      )
    default:
      (
        "the system cannot block this program's access to the network"
          + (facts.system.map { " (\($0))" } ?? "") + ", and without that nothing is read",
        "allow seccomp filters, which the container or the kernel forbids or lacks"
      )
    }
  }

  private static func link(_ facts: Finding.Facts) -> Parts {
    switch facts.reason {
    case .otherChallenge:
      (
        "`link` invites to a challenge other than the one in `challengeId` of `intake`",
        "ask the person for the invitation to this challenge"
      )
    case .otherSubject:
      (
        "`link` is for an address other than the subject's",
        "correct `address`, or remove `link`"
      )
    case .noIntake:
      ("`link` invites to a challenge, but `intake` has no `challengeId`", "add `challengeId`")
    default:
      (
        "`link` is not an invitation of the service",
        "copy it exactly as the person received it: "
          + "`lightchallengeapp://challenge/ID?subject=0x..&token=0x..&expires=MILLISECONDS`"
      )
    }
  }
}
