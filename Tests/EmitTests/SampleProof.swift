import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Testing

/// Documents of proof with every member that there can be; nobody has signed them.
enum SampleProof {
  private static let envelope = Envelope(
    Array("{}".utf8), of: StatementType.payload,
    signatures: [EnvelopeSignature([1, 2, 3], by: Digest.ofNothing.hex)])

  static func statement(on evidence: Evidence) throws -> JSONValue {
    let predicate = try #require(
      AttestedEvidence(evidenceDocument(evidence), CommitmentRoot(.ofNothing, count: 3)))
    return Statement<AttestedEvidence>.members.kind.json(
      Statement([AttestedFile("evidence.json", .ofNothing)], predicate))
  }

  static let commitment: Commitment = {
    var commitment = Commitment(
      secret: [UInt8](repeating: 7, count: 32),
      leaves: [Commitment.Leaf(CivilDay(ordinal: 20_332), "steps", .ofNothing)])
    commitment.envelope = envelope
    return commitment
  }()

  static let disclosure = Disclosure(
    envelope,
    [
      Disclosure.Leaf(
        CommittedFigures(
          CivilDay(ordinal: 20_332), "steps",
          [.object(["date": .string("2025-09-01"), "steps": .number(10_412)])]),
        salt: [UInt8](repeating: 7, count: 32), index: 0, path: [.ofNothing])
    ])

  static let inclusion = Inclusion(
    "club.example/log", night: Inclusion.Step(1, of: 2, [.ofNothing]),
    log: Inclusion.Step(0, of: 2, [.ofNothing]))

  static let payout: Payout = {
    var payout = Payout()
    (payout.isCancelled, payout.feeAddress) = (true, "0xfe")
    payout.lines = [
      Payout.Line(
        Stake("anna", AtomicAmount(7), address: "0xaa"),
        PayoutBasis(.pass, .decision, .ofNothing, rank: 1))
    ]
    return payout
  }()
}
