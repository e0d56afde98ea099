package import DaymarkModel

extension Members<Source> {
  package static let source = Members(
    Source(provider: "", name: "", deviceClass: .app),
    [
      .needed("provider", \.provider, .provider), .needed("name", \.name, .text),
      .needed("deviceClass", \.deviceClass, .deviceClass),
      .optional("hardware", \.hardware, .text),
    ])
}

extension Members<LogRows> {
  /// The result for each row of a workout log.
  package static let logRows = Members(
    LogRows(),
    [
      .derived("rows", .count) { $0.count }, .needed("sets", \.sets, .count),
      .needed("skipped", \.skipped, .counts(of: LogRows.Skip.self)),
    ])
}

extension Members<InputWaiver> {
  /// One of the operator's waivers of an input or of a loss in it.
  static let setAside = Members(
    InputWaiver(because: ""),
    [
      .optional(
        "finding", \.finding, .code,
        "The finding of which the loss is accepted; without it the whole input is set aside."),
      .needed("because", \.because, .text, "The operator's reason."),
    ])
}

extension Members<InputWaiver.Statement> {
  /// A waiver together with the input that it is about, which is given by path, name or SHA-256.
  package static let statement = Members(
    InputWaiver.Statement(nil, InputWaiver(because: "")),
    [.optional("input", \.input, .text)],
    Members<InputWaiver>.setAside.inside(\.waiver))
}

extension Kind<[Digest: [InputWaiver]]> {
  /// The operator's waivers, by the SHA-256 of the input.
  static let setAside = map(
    { $0.hex }, { Digest(hex: $0) }, .list(Members<InputWaiver>.setAside.kind))
}

extension Members<InputHistory> {
  package static let history = Members(
    InputHistory(.inputReceiptUnknown, firstSeen: Instant(milliseconds: 0)),
    [
      .needed("code", \.code, .code, "The finding that says why it is set aside."),
      .needed("firstSeen", \.firstSeen, .instant, "The instant of the run that first saw it."),
    ])
}

extension Kind<[Digest: InputHistory]> {
  /// The records of earlier runs about inputs, by the input's SHA-256 digest.
  package static let history = map(
    { $0.hex }, { Digest(hex: $0) }, Members<InputHistory>.history.kind)
}

extension Members<EvidenceInput> {
  /// An input as evidence lists it.
  ///
  /// The records of earlier runs about it are in another member of the document.
  static let evidenceInput = input.without(["history"])

  /// An input as readings list it.
  package static let input = Members(
    EvidenceInput(
      format: .unread, digest: .ofNothing, bytes: 0, records: 0, rejected: [:], damage: []),
    [
      .needed("format", \.format, .format), .needed("sha256", \.digest, .digest),
      .needed("bytes", \.bytes, .bytes), .needed("records", \.records, .count),
      .needed("rejected", \.rejected, .rejected),
      .needed("damage", \.sortedDamage, .list(.code)),
      .unlessEmpty("limits", \.limits, .readLimits),
      .optional("receivedAt", \.receivedAt, .instant),
      .optional("history", \.history, Members<InputHistory>.history.kind),
      .optional(
        "healedBy", \.healedBy, .digest,
        "The input that has whole what damage took of this one, so that no day lacks it."),
      .unlessEmpty(
        "setAside", \.setAside,
        .list(Members<InputWaiver>.setAside.kind("setAside"), atLeast: 1),
        "The operator's decisions to leave it, or a finding of it, out of the judgement."),
      .unlessEmpty("late", \.isLate, .truth),
      .optional("rows", \.logRows, Members<LogRows>.logRows.kind("logRows")),
      .unlessEmpty(
        "daysFromNames", \.daysFromNames, .list(.day, atLeast: 1),
        "Days of sessions that only a file's name dates: taken on trust."),
    ])

  /// An input as the record of a run lists it, without anything about rejected records.
  package static let runInput = Members(
    EvidenceInput(
      format: .unread, digest: .ofNothing, bytes: 0, records: 0, rejected: [:], damage: []),
    input.without([
      "rejected", "damage", "receivedAt", "history", "healedBy", "setAside", "daysFromNames",
    ])
    .declared,
    [.unlessEmpty("damage", \.damage, .list(.code, atLeast: 1))])
}

extension EvidenceInput {
  /// The codes of damage, ascending, as documents list them.
  fileprivate var sortedDamage: [FindingCode] {
    get { damage.sorted() }
    set { damage = newValue }
  }
}

extension Kind<[FindingCode: Int]> {
  /// The number of rejected records, by the code of the reason.
  package static let rejected = map(
    FindingCode.self, .countFromOne, names: definition("findingCode"))
}

extension Kind<Bool> {
  /// A flag that is written only where it is true.
  package static let truth = flag.described(.object(["const": .bool(true)]))
}

extension Members<OperatorFileIdentity> {
  package static let operatorFile = Members(
    OperatorFileIdentity(kind: .columns, digest: .ofNothing, bytes: 0),
    [
      .needed("kind", \.kind, .word), .needed("sha256", \.digest, .digest),
      .needed("bytes", \.bytes, .count),
    ])
}

extension Kind<[OperatorFileIdentity]> {
  package static let operatorFiles = list(
    Members<OperatorFileIdentity>.operatorFile.kind, atLeast: 1)
}
