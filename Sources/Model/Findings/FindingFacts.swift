extension Finding {
  /// The facts that a sentence needs beside code and place, each named and typed; never a health value.
  ///
  /// A fact has the same name in JSON. What a finding does not carry is `nil`, and absent there.
  package struct Facts: Hashable, Sendable {
    // MARK: Of records and days

    /// The metric of the record or day.
    package var metric: Metric?
    /// The unit's symbol as the input has it.
    package var unit: String?
    /// The kind of the session.
    package var kind: ActivityKind?
    /// The number of the exercise in its session, from 1.
    package var exercise: Int?
    /// The reason for which rows of a workout log are left out.
    package var skip: LogRows.Skip?
    /// The lines of several rows of one document that cannot be read, the first ``Finding/mostLines``.
    package var lines: [Int]?
    /// The civil day.
    package var day: CivilDay?
    /// The first and last day of which there is anything.
    package var from, to: CivilDay?
    /// The id of a time zone, or the text that is none.
    package var zone: String?
    /// The zone that times without one are read in.
    package var clock: String?

    // MARK: Of inputs

    /// The cause, of a code that has several.
    package var reason: Reason?
    /// The limit that refuses the input.
    package var limit: ReadLimit?
    /// How many or how much of it a limit allows.
    package var most: Int?
    /// The content of a file that records nothing.
    package var content: UnusedContent?
    /// The name of the compression method, such as `Deflate64`, or its number.
    package var method: String?
    /// The provider whose export is recognised and not read.
    package var provider: UnreadProvider?
    /// What a table seems to hold.
    package var seems: SeemingContent?
    /// The damage of an activity file.
    package var problem: ActivityProblem?
    /// The message of the operating system or of SQLite, in its own words.
    package var system: String?
    /// The signal that ended the reader or the run, such as `SIGSEGV`.
    package var signal: String?
    /// How many subjects of the run are done, and how many there are.
    package var done, subjects: Int?
    /// The path that another file names, or that nothing lies at.
    package var path: String?
    /// The finding that is meant.
    package var finding: FindingCode?
    /// The digest of the input that is meant.
    package var sha256: Digest?
    /// The class of the device or app that is meant; its name is private.
    package var device: DeviceClass?

    // MARK: Of what is sent

    /// The name of a part of a body.
    package var part: String?
    /// The number of records of a body.
    package var records: Int?
    /// The number of inputs of a run.
    package var inputs: Int?
    /// The size of a body, or of a part of it.
    package var bytes: Int?

    // MARK: Of stores

    /// The number of the process that holds the store.
    package var process: Int?
    /// The instant at which that process began.
    package var since: Instant?
    /// When something ended.
    package var until: Instant?
    /// The table of a row that cannot be read.
    package var table: String?
    /// The id of the challenge.
    package var challenge: String?
    /// The id of the subject.
    package var subject: String?
    /// The name and version of the rule.
    package var rule: VersionedName?

    // MARK: Of what people write

    /// The key, column or argument.
    package var key: String?
    /// The text that stands there.
    package var value: String?
    /// The thing that must stand there.
    package var expected: ExpectedValue?
    /// The word that was probably meant.
    package var suggestion: String?
    /// The names that there are.
    package var known: [String]?
    /// The reason for which a file cannot be read.
    package var syntax: SyntaxProblem?
    /// The path of a threshold in its rule.
    package var threshold: RulePath?
    /// The name of the template.
    package var template: String?
    /// The name of the template's parameter.
    package var parameter: String?
    /// The path of the folder.
    package var folder: String?

    // MARK: Of conditions that are hardly meant

    /// The line of the other condition.
    package var line: Int?
    /// The key of the list that both stand in: `all`, `any`, `some`.
    package var list: String?
    /// The reason for which a condition is probably a mistake.
    package var cause: LintCause?
    /// The bound of plausible amounts that a threshold is beyond.
    package var bound: PlausibleBound?
    /// The figure that no session of the kinds has.
    package var lacks: String?
    /// The kind of the session.
    package var kinds: [ActivityKind]?
    /// The comparison that asks for faster sessions, where one asks for slower ones.
    package var faster: String?

    // MARK: Of imported rules

    /// The nearest thing that a rule can say.
    package var nearest: NearestForm?

    /// - Parameter fill: Sets them: `Finding.Facts { $0.unit = "furlong" }`.
    package init(_ fill: (inout Facts) -> Void = { _ in }) { fill(&self) }
  }

  /// The cause of a finding whose code has several.
  package enum Reason: String, CaseIterable, Sendable {
    /// `input.late`: its export date, or the instant at which it was received, is after the deadline.
    case exported, received
    /// `archive.truncated`, `file.set_aside`: the file has no bytes.
    case empty
    /// `file.missing`: the deadline has passed, and no subject has an archive.
    case noArchives
    /// `archive.unrecognised`, `file.set_aside`: a file of a kind that holds nothing that counts, such as a picture.
    case nothingRecorded
    /// `archive.unrecognised`: the clinical document beside a Health export, without the export.
    case clinical
    /// `link.unfit`: it is no such link; it is for another challenge or subject than the pipeline says; or the pipeline
    /// has no `intake` with a challenge.
    case noLink, otherChallenge, otherSubject, noIntake
    /// `examine.incomparable`: both exports are one file, or of two providers, or one file holds several exports.
    case sameFile, otherProvider, severalExports
    /// `file.rewritten`: somebody changed the file, or took it away.
    case edited, removed
    /// `file.missing`: a link leads to nothing that is there.
    case dangling
    /// `archive.link_outside`: the subject's folder itself is a link, which is the operator's.
    case ofOperator
    /// `file.unwritable`: an archive inside another, which is unpacked to a temporary file.
    case spool
    /// `file.unwritable`, `store.unusable`: the process may write no file that is larger, as `ulimit -f` says.
    case fileLimit
    /// `reader.crashed`: the reader said something else than an answer.
    case garbled
    /// `reader.timeout`: the reader came no further.
    case silent
    /// `reading.missing`: there is one of other settings, of another instant or by another version.
    case otherSettings
    /// `key.unreadable`: the key has a passphrase, is of another algorithm, or is the other half of a pair.
    /// `file.exists`: a private half was to be written.
    case encrypted, otherAlgorithm, privateHalf, publicHalf
    /// `key.unreadable`: a log is signed with keys of Ed25519 alone.
    case notForLogs
    /// `seal.log_unsound`: the checkpoint cannot be read, another key has signed it, a file is not what the entries
    /// give, the entries do not give the root, an entry is not the one that the book has, or a proof cannot be read.
    case checkpoint, untrusted, tiles, root, entry, unreadable
    /// `document.edited`: a payout that does not follow from the documents beside it.
    case unfounded
    /// `payout.undecided`: the data is flagged, or the decision was made on another verdict.
    case flagged, lapsed
    /// `store.busy`: the command was told not to wait.
    case notWaiting
    /// `verdict.missing`: the archives could not be read at the last run, or another rule was run.
    case failed, otherRule
    /// `store.unusable`: the store cannot grow (`diskFull` of `file.unwritable`, too), be written, is another
    /// program's, of another version, has no contents, is damaged, or is held by another program.
    case diskFull, unwritable, notOurs, newerVersion, olderVersion, noContents, damaged, busy
    /// `store.unusable`: SQLite refuses it for another cause, which it names.
    case refused
  }
}
