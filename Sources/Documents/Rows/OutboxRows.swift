package import DaymarkModel

extension Members<OutboxRow> {
  /// A row of the outbox, as the book keeps it and `daymark submit` prints it.
  package static let outbox = Members(
    OutboxRow(
      OutboxKey(endpoint: "", challenge: "", subject: "", provider: ""), .pending,
      at: Instant(milliseconds: 0)),
    [
      .needed("endpoint", \.key.endpoint, .text), .needed("challenge", \.key.challenge, .text),
      .needed("subject", \.key.subject, .text), .needed("provider", \.key.provider, .text),
      .needed("state", \.state, .word), .needed("at", \.at, .instant),
      .optional("submission", \.submission, Members<Submission>.submission.kind),
      .optional("stored", \.stored, Members<StoredSubmission>.stored.kind),
      .needed("nextNumber", \.nextNumber, .count),
      .optional("answer", \.answer, Members<OutboxAnswer>.answer.kind),
      .optional("attested", \.attested, .digest),
    ])
}

extension Members<Submission> {
  fileprivate static let submission = Members(
    Submission(.progress, .ofNothing, number: 0, begunAt: Instant(milliseconds: 0)),
    [
      .needed("purpose", \.purpose, .word), .needed("body", \.body, .digest),
      .needed("number", \.number, .count), .needed("attempts", \.attempts, .count),
      .needed("begunAt", \.begunAt, .instant), .unlessEmpty("spent", \.isSpent, .flag),
    ])
}

extension Members<StoredSubmission> {
  fileprivate static let stored = Members(
    StoredSubmission(
      Submission(.progress, .ofNothing, number: 0, begunAt: Instant(milliseconds: 0)), as: "",
      at: Instant(milliseconds: 0)),
    [
      .needed("purpose", \.purpose, .word), .needed("body", \.body, .digest),
      .needed("number", \.number, .count), .needed("at", \.at, .instant),
      .needed("evidenceId", \.evidenceID, .text),
    ])
}

extension Members<OutboxAnswer> {
  fileprivate static let answer = Members(
    OutboxAnswer(at: Instant(milliseconds: 0)),
    [
      .optional("status", \.status, .count), .needed("at", \.at, .instant),
      .optional("words", \.words, .text), .optional("hint", \.hint, .text),
      .optional("notBefore", \.notBefore, .instant),
    ])
}
