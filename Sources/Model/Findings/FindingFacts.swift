extension Finding {
  /// The facts that a sentence needs beside code and place, each named and typed; never a health value.
  ///
  /// A fact has the same name in JSON. What a finding does not carry is `nil`, and absent there.
  public struct Facts: Hashable, Codable, Sendable {
    // MARK: Of records and days

    public var metric: Metric?
    /// The unit's symbol as the input has it.
    public var unit: String?
    public var kind: ActivityKind?
    public var day: CivilDay?
    /// The id of a time zone, or the text that is none.
    public var zone: String?
    /// The zone that times without one are read in.
    public var clock: String?

    // MARK: Of inputs

    /// The cause, of a code that has several.
    public var reason: Reason?
    public var limit: ReadLimit?
    /// How many or how much of it a limit allows.
    public var most: Int?
    /// The content of a file that records nothing.
    public var content: UnusedContent?
    /// The damage of an activity file.
    public var problem: ActivityProblem?
    /// The message of the operating system or of SQLite, in its own words.
    public var system: String?
    /// The path that another file names, or that nothing lies at.
    public var path: String?
    public var sha256: Digest?

    // MARK: Of what is sent

    /// The name of a part of a body.
    public var part: String?
    public var records: Int?
    public var bytes: Int?

    // MARK: Of stores

    /// The table of a row that cannot be read.
    public var table: String?
    public var challenge: String?
    public var subject: String?
    public var rule: VersionedName?

    // MARK: Of what people write

    /// The key, column or argument.
    public var key: String?
    /// The text that stands there.
    public var value: String?
    public var expected: ExpectedValue?
    /// The word that was probably meant.
    public var suggestion: String?
    /// The names that there are.
    public var known: [String]?
    public var syntax: SyntaxProblem?
    public var threshold: RulePath?
    public var template: String?
    public var parameter: String?
    public var folder: String?

    // MARK: Of conditions that are hardly meant

    /// The line of the other condition.
    public var line: Int?
    /// The key of the list that both stand in: `all`, `any`, `some`.
    public var list: String?
    public var cause: LintCause?
    public var bound: PlausibleBound?
    /// The figure that no session of the kinds has.
    public var lacks: String?
    public var kinds: [ActivityKind]?
    /// The comparison that asks for faster sessions, where one asks for slower ones.
    public var faster: String?

    // MARK: Of imported rules

    public var nearest: NearestForm?

    /// - Parameter fill: Sets them: `Finding.Facts { $0.unit = "furlong" }`.
    public init(_ fill: (inout Facts) -> Void = { _ in }) { fill(&self) }
  }

  /// The cause of a finding whose code has several.
  public enum Reason: String, Codable, Sendable {
    /// `archive.truncated`: the file has no bytes.
    case empty
    /// `file.missing`: a subject has no archive.
    case noArchives
    /// `file.unreadable`: its size or time changed while it was read.
    case changedWhileRead
    /// `file.unwritable`: an archive inside another, which is unpacked to a temporary file.
    case spool
    /// `verdict.missing`: the archives could not be read at the last run, or another rule was run.
    case failed, otherRule
    /// `store.unusable`: the store cannot grow, be written, is another program's, of another version,
    /// has no contents, is damaged, or is held by another program.
    case diskFull, unwritable, notOurs, newerVersion, olderVersion, noContents, damaged, busy
    /// `store.unusable`: SQLite refuses it for another cause, which it names.
    case refused
  }
}
