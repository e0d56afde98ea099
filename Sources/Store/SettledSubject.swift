package import DaymarkModel

/// What a subject was settled on, so that a run that finds the same has nothing to do.
package struct SettledSubject: Hashable, Sendable {
  /// The digest of all that the pipeline says of the subject, and of the stamps of its archives.
  package var request: Digest
  /// The digest of the flags that a look at the other subjects gave.
  package var sharing: Digest
  /// The stamp of its output folder and the files in it.
  package var stamp: String
  /// The instant of the verdict that its files show.
  package var asOf: Instant
  /// Whether every later instant would give the same.
  package var isLasting: Bool
  /// Whether the standings have it.
  package var isNoted: Bool

  package init(
    request: Digest, sharing: Digest, stamp: String, asOf: Instant, isLasting: Bool,
    isNoted: Bool = false
  ) {
    self.request = request
    self.sharing = sharing
    self.stamp = stamp
    self.asOf = asOf
    self.isLasting = isLasting
    self.isNoted = isNoted
  }
}

/// A subject as the last run left it, as far as a summary of a run needs it.
package struct SettledSummary: Sendable {
  package var settled: SettledSubject
  package var inputs: [EvidenceInput] = []
  package var findings: [Finding] = []
  package var verdict: Verdict?
  /// The instants of all verdicts on the reading, in any order.
  package var decided: [Instant] = []
  /// Digests of the output files, by name.
  package var outputs: [String: Digest] = [:]
}

/// The output files of a subject as the store knows them.
package struct KnownOutputs: Hashable, Sendable {
  /// By name.
  package var digests: [String: Digest]
  /// Whether the run that decided on them was killed before they had their names, as far as is known.
  package var mayBeMissing: Bool

  package init(digests: [String: Digest] = [:], mayBeMissing: Bool = false) {
    (self.digests, self.mayBeMissing) = (digests, mayBeMissing)
  }
}

/// What has to be the same for a run to leave a subject as it is, and whose files are being placed.
///
/// A verdict, a reading or a file that is replaced takes the row of `settled` along.
let version11 = """
  CREATE TABLE settled (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    request TEXT NOT NULL,       -- SHA-256 of all that the pipeline and the archives' stamps say
    sharing TEXT NOT NULL,       -- SHA-256 of the flags that a look at the other subjects gave
    stamp TEXT NOT NULL,         -- of the folder and its files: sizes, times and inodes
    as_of INTEGER NOT NULL,
    is_lasting INTEGER NOT NULL, -- whether it would be the same at every later instant
    is_noted INTEGER NOT NULL,   -- whether `standing` has it
    PRIMARY KEY (challenge, subject),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- Subjects whose output_file rows are written and whose files may not have their names yet.
  CREATE TABLE placing (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;
  """
