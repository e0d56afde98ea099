extension Finding {
  /// The facts that a sentence needs beside code and place, each named and typed; never a health
  /// value.
  ///
  /// A fact has the same name in JSON. Facts that a finding does not have are `nil`, and absent in
  /// JSON.
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
    package var day: CivilDay?
    /// The first and last day with data.
    package var from, to: CivilDay?
    /// The id of a time zone, or the text that should have been one.
    package var zone: String?
    /// The zone in which times without a zone are read.
    package var clock: String?

    // MARK: Of inputs

    /// The cause, for a code that has several.
    package var reason: Reason?
    /// The limit that refuses the input.
    package var limit: ReadLimit?
    /// The most that a limit allows.
    package var most: Int?
    /// The content of a file without recorded data.
    package var content: UnusedContent?
    /// The name of the compression method, such as `Deflate64`, or its number.
    package var method: String?
    /// The provider whose export is recognised but cannot be read.
    package var provider: UnreadProvider?
    /// The content that a table seems to have.
    package var seems: SeemingContent?
    /// The damage of an activity file.
    package var problem: ActivityProblem?
    /// The message of the operating system or of SQLite, in its own words.
    package var system: String?
    /// The signal that ended the reader or the run, such as `SIGSEGV`.
    package var signal: String?
    /// The number of subjects that the run has finished, and the number of all.
    package var done, subjects: Int?
    /// The path that another file refers to, or at which nothing lies.
    package var path: String?
    /// The code of the finding that this one is about.
    package var finding: FindingCode?
    /// The digest of the input that this finding is about.
    package var sha256: Digest?
    /// The class of the device or app that this finding is about; its name is private.
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
    /// The instant at which something ended.
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
    /// The text that stands under the key, in the column or for the argument.
    package var value: String?
    /// The value that should stand in its place.
    package var expected: ExpectedValue?
    /// The known word nearest to the text, for "did you mean".
    package var suggestion: String?
    /// The known names, of which one was expected.
    package var known: [String]?
    /// The reason for which a file cannot be read.
    package var syntax: SyntaxProblem?
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
    /// The bound of plausible amounts that a threshold exceeds.
    package var bound: PlausibleBound?
    /// The figure that sessions of the rule's kinds do not have, such as the distance of yoga.
    package var lacks: String?
    /// The kinds of sessions that the condition asks about.
    package var kinds: [ActivityKind]?
    /// The comparison that asks for faster sessions, offered where the rule asks for slower ones.
    package var faster: String?

    // MARK: Findings about imported rules

    /// The nearest thing that Daymark's rules can express.
    package var nearest: NearestForm?

    /// Makes facts.
    ///
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
    /// `archive.unrecognised`, `file.set_aside`: a kind of file that holds no recorded data, such
    /// as a picture.
    case clinical
    /// `link.unfit`: the text is no link of the service; the link is for another challenge or
    /// subject than the pipeline says; or the pipeline has no `intake` with a challenge.
    case noLink, otherChallenge, otherSubject, noIntake
    /// `examine.incomparable`: the two exports are the same file or of two providers, or one file
    /// holds several exports.
    case sameFile, otherProvider, severalExports
    /// `file.rewritten`: the file was changed or removed while it was read.
    case edited, removed
    /// `file.missing`: a link leads to a path where nothing lies.
    case dangling
    /// `archive.link_outside`: the subject's folder itself is a link, which only the operator can
    /// have made.
    case ofOperator
    /// `file.unwritable`: an archive inside another, which is unpacked to a temporary file.
    case spool
    /// `file.unwritable`, `store.unusable`: the file would become larger than the process may write
    /// (`ulimit -f`).
    case fileLimit
    /// `reader.crashed`: the reader process wrote something that is no answer.
    case garbled
    /// `reader.timeout`: the reader process made no progress.
    case silent
    /// `reading.missing`: there is a reading, but with other settings, for another instant or by
    /// another version.
    case otherSettings
    /// `reading.missing`: the archives of the readings were listed before the hand-in was over.
    case listedEarly
    /// `key.unreadable`: the key has a passphrase, is of another algorithm, or is the other half of a pair.
    /// `file.exists`: a private half was to be written.
    case encrypted, otherAlgorithm, privateHalf, publicHalf
    /// `key.unreadable`: a log is signed with keys of Ed25519 alone.
    case notForLogs
    /// `seal.log_unsound`: the checkpoint cannot be read or is signed by another key, a file does
    /// not match the entries, the entries do not give the root, an entry differs from the book's,
    /// or a proof cannot be read.
    case checkpoint, untrusted, tiles, root, entry, unreadable
    /// `document.edited`: the payout does not follow from the documents beside it.
    case unfounded
    /// `payout.undecided`: the data is flagged, or a person's decision was about another verdict.
    case flagged, lapsed
    /// `store.busy`: the command was told not to wait.
    case notWaiting
    /// `verdict.missing`: the archives could not be read at the last run, or another rule was run.
    case failed, otherRule
    /// `store.unusable`: the disk is full (`diskFull` belongs to `file.unwritable`, too), or the
    /// store cannot be written, belongs to another program or version, is empty, is damaged, or is
    /// in use by another program.
    case diskFull, unwritable, notOurs, newerVersion, olderVersion, noContents, damaged, busy
    /// `store.unusable`: SQLite refuses the file for a cause that its message names.
    case refused
  }
}
