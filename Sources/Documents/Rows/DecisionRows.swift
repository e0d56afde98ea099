package import DaymarkModel

extension Members<Decision> {
  /// The members of the document `decision.json`, which is also the form in which the book keeps a
  /// decision.
  ///
  /// It does not state the program's version, so that its bytes never change after it was made.
  package static let decision = Members(
    Decision(
      challenge: "", subject: "", outcome: .undetermined, because: "", by: "",
      at: Instant(milliseconds: 0), verdict: DecidedVerdict(.undetermined, .ofNothing)),
    [
      .schema("daymark/decision@1"), .needed("challenge", \.challenge, .text),
      .needed("subject", \.subject, .text), .needed("outcome", \.outcome, .outcome),
      .needed("because", \.because, .text, "The reason, in the words of who decided."),
      .needed("by", \.by, .text, "Who decided."), .needed("at", \.at, .instant),
      .needed(
        "verdict", \.verdict, Members<DecidedVerdict>.verdict.kind,
        "The verdict that it was made on; where verdict.json is another, it is asked for again."),
    ])
}

extension Members<DecidedVerdict> {
  fileprivate static let verdict = Members(
    DecidedVerdict(.undetermined, .ofNothing),
    [
      .needed("outcome", \.outcome, .outcome),
      .needed("sha256", \.digest, .digest, "Of verdict.json."),
    ])
}

extension Members<PresentDecision> {
  /// A decision in documents about the present state: its outcome, and whether it was made on
  /// today's verdict.
  package static let present = Members(
    PresentDecision(
      Decision(
        challenge: "", subject: "", outcome: .undetermined, because: "", by: "",
        at: Instant(milliseconds: 0), verdict: DecidedVerdict(.undetermined, .ofNothing)), on: nil),
    [
      .needed("outcome", \.decision.outcome, .outcome), .needed("by", \.decision.by, .text),
      .needed("at", \.decision.at, .instant),
      .needed(
        "holds", \.holds, .flag,
        "Whether it was made on the verdict that stands; otherwise it is asked for again."),
    ])
}

extension Members<WithdrawnDecision> {
  package static let withdrawn = Members(
    WithdrawnDecision(at: Instant(milliseconds: 0), by: nil, because: nil),
    [
      .needed("at", \.at, .instant), .optional("by", \.by, .text),
      .optional("because", \.because, .text),
    ])
}
