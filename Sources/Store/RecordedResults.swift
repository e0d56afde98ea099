import DaymarkDocuments
package import DaymarkModel

/// An entry of the book about a run that changed something.
package struct RunEntry: Hashable, Sendable {
  package var startedAt: Instant
  package var milliseconds: Int
  package var version: String
  package var challenge: String
  package var asOf: Instant
  package var subjects = 0
  package var read = 0
  package var evaluated = 0
  package var failed = 0

  package init(
    startedAt: Instant, milliseconds: Int, version: String, challenge: String, asOf: Instant
  ) {
    (self.startedAt, self.milliseconds, self.version) = (startedAt, milliseconds, version)
    (self.challenge, self.asOf) = (challenge, asOf)
  }
}

extension Members<RunEntry> {
  static let run = Members(
    RunEntry(
      startedAt: Instant(milliseconds: 0), milliseconds: 0, version: "", challenge: "",
      asOf: Instant(milliseconds: 0)),
    [
      .needed("startedAt", \.startedAt, .instant), .needed("milliseconds", \.milliseconds, .count),
      .needed("version", \.version, .text), .needed("challenge", \.challenge, .text),
      .needed("asOf", \.asOf, .instant), .needed("subjects", \.subjects, .count),
      .needed("read", \.read, .count), .needed("evaluated", \.evaluated, .count),
      .needed("failed", \.failed, .count),
    ])
}

extension Members<SubjectResult> {
  static let result = Members(
    SubjectResult(.failed, ""), [.needed("word", \.word, .word), .needed("code", \.code, .text)])
}

/// The result of a subject after a complete run over its challenge, and what it rested on.
package struct RecordedResult: Hashable, Sendable {
  package var result: SubjectResult
  package var basis: Basis
  /// The digest of the subject's last `verdict.json`.
  package var verdict: Digest?
  /// Whether that verdict is final.
  package var isFinal = false
  /// The earlier final verdict that the result's verdict replaced.
  package var supersedes: Supersedes?

  package init(result: SubjectResult, basis: Basis) { (self.result, self.basis) = (result, basis) }

  /// The basis of a result, by which a change can be explained.
  package struct Basis: Hashable, Sendable {
    package var inputs: [Input] = []
    /// The digest of the rule.
    package var rule: Digest?
    /// The digest of everything else that the pipeline decides: period, deadline, zones, policies,
    /// limits, and settings of the subject's logs.
    package var settings: Digest?
    package var program = ""
    package var phase = ""
    package var asOf: Instant?
    /// The amount of data that the subject shares with others, by the code of the flag.
    package var sharing: [FlagCode: Quantity] = [:]

    package init() {}
  }

  /// One input behind the result.
  package struct Input: Hashable, Sendable {
    package var digest: Digest
    package var isLate: Bool
    /// Whether the operator set the whole input aside.
    package var isSetAside: Bool
    package var damage: [FindingCode]

    package init(digest: Digest, isLate: Bool, isSetAside: Bool = false, damage: [FindingCode]) {
      (self.digest, self.isLate, self.isSetAside) = (digest, isLate, isSetAside)
      self.damage = damage
    }

    /// Whether any of the input counts.
    package var counts: Bool { !isLate && !isSetAside }
  }
}

/// A subject's result as an entry of the book; the result of a subject that is gone is `nil`.
package struct SubjectResultRow: Sendable {
  package var subject: String
  package var result: RecordedResult?
}

extension Members<SubjectResultRow> {
  static let result = Members(
    SubjectResultRow(subject: "", result: nil),
    [
      .needed("subject", \.subject, .text),
      .optional("result", \.result, Members<RecordedResult>.result.kind),
    ])
}

extension Members<RecordedResult> {
  fileprivate static let result = Members(
    RecordedResult(result: SubjectResult(.failed, ""), basis: .init()),
    [
      .needed("word", \.result.word, .word), .needed("code", \.result.code, .text),
      .needed("inputs", \.basis.inputs, .list(Members<RecordedResult.Input>.input.kind)),
      .optional("rule", \.basis.rule, .digest), .optional("settings", \.basis.settings, .digest),
      .needed("program", \.basis.program, .text), .needed("phase", \.basis.phase, .text),
      .optional("asOf", \.basis.asOf, .instant),
      .unlessEmpty("sharing", \.basis.sharing, .map(FlagCode.self, .amount)),
      .optional("verdict", \.verdict, .digest), .unlessEmpty("final", \.isFinal, .flag),
      .optional("supersedes", \.supersedes, Members<Supersedes>.supersedes.kind),
    ])
}

extension Members<RecordedResult.Input> {
  fileprivate static let input = Members(
    RecordedResult.Input(digest: .ofNothing, isLate: false, damage: []),
    [
      .needed("sha256", \.digest, .digest), .unlessEmpty("late", \.isLate, .flag),
      .unlessEmpty("setAside", \.isSetAside, .flag),
      .unlessEmpty("damage", \.damage, .list(.code)),
    ])
}

/// A subject whose result differs between one run and the next.
package struct RecordedChange: Hashable, Sendable {
  package var subject: String
  /// The earlier result; `nil` for a subject that was not there.
  package var old: SubjectResult?
  /// The later result; `nil` for a subject that is gone.
  package var new: SubjectResult?
  /// The causes of the change, as stable names.
  package var causes: [String]
  /// The digest of the earlier `verdict.json`, if that verdict was final.
  package var supersedes: Digest?

  package init(
    subject: String, old: SubjectResult?, new: SubjectResult?, causes: [String],
    supersedes: Digest? = nil
  ) {
    (self.subject, self.old, self.new, self.causes) = (subject, old, new, causes)
    self.supersedes = supersedes
  }
}

extension Members<RecordedChange> {
  static let change = Members(
    RecordedChange(subject: "", old: nil, new: nil, causes: []),
    [
      .needed("subject", \.subject, .text),
      .optional("old", \.old, Members<SubjectResult>.result.kind),
      .optional("new", \.new, Members<SubjectResult>.result.kind),
      .needed("causes", \.causes, .list(.text)),
      .optional("supersedes", \.supersedes, .digest),
    ])
}
