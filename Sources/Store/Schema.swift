import GRDB

/// Says in the file's header that it is Daymark's: `DYMK`.
let applicationID = 0x4459_4D4B

/// The versions of the store, oldest first.
///
/// A version that was ever released is never edited.
///
/// Rows are keyed by what they are about and never by a counter, so that the contents do not depend on
/// the order in which subjects were done. Times are milliseconds since 1970, amounts micro-units.
var migrator: DatabaseMigrator {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("1: readings, verdicts, outputs") { db in
    try db.execute(sql: version1)
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
  }
  migrator.registerMigration("2: strength sets, damaged times, days without a value") { db in
    try db.execute(sql: version2)
  }
  // GRDB puts foreign keys off until a migration is over, and then a deleted reading takes no rows with it.
  migrator.registerMigration("3: quality, scores, challenges", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version3)
  }
  migrator.registerMigration("4: late inputs, final verdicts", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version4)
  }
  migrator.registerMigration("5: pipelines, standings, changes of outcomes") { db in
    try db.execute(sql: version5)
  }
  migrator.registerMigration("6: digests of documents", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version6)
  }
  migrator.registerMigration("7: workout logs", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version7)
  }
  migrator.registerMigration("8: strength training by day", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version8)
  }
  migrator.registerMigration("9: what each source offers", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version9)
  }
  migrator.registerMigration("10: feats by day", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: version10)
  }
  migrator.registerMigration("11: what a run need not look at again") { db in
    try db.execute(sql: version11)
  }
  // Fingerprints of large documents were the digests of all of them before.
  migrator.registerMigration("12: fingerprints of documents", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: "DELETE FROM reading")
  }
  // Broken text, and damage without a date, made no day incomplete before.
  migrator.registerMigration("13: what damages every day", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: "DELETE FROM reading")
  }
  // Of a sport whose name is not known nothing was said before: counts of findings would differ.
  migrator.registerMigration("14: sports that are not known", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: "DELETE FROM reading")
  }
  // Fingerprints of large documents were of larger samples before.
  migrator.registerMigration("15: less of each document", foreignKeyChecks: .immediate) { db in
    try db.execute(sql: "DELETE FROM reading")
  }
  return migrator
}

/// A heart rate of which only a summary tells may have no average, so `value` may be null; SQLite can
/// take `NOT NULL` from a column only by making its table anew.
private let version2 = """
  CREATE TABLE nullable_daily_aggregate (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, metric TEXT NOT NULL, day TEXT NOT NULL,
    value INTEGER, is_complete INTEGER NOT NULL,
    minimum INTEGER, maximum INTEGER, mean INTEGER, count INTEGER,    -- heart rate alone
    samples INTEGER NOT NULL, manual_samples INTEGER NOT NULL, manual_amount INTEGER NOT NULL,
    naive INTEGER NOT NULL, manual_share INTEGER, alternate INTEGER,
    PRIMARY KEY (challenge, subject, metric, day),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  INSERT INTO nullable_daily_aggregate SELECT * FROM daily_aggregate;
  DROP TABLE daily_aggregate;
  ALTER TABLE nullable_daily_aggregate RENAME TO daily_aggregate;

  -- Times in which data may be lacking: of damaged activity and monitoring files.
  CREATE TABLE damaged_span (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject, start),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- The sets of strength sessions: weights in micro-kilograms, durations in microseconds.
  CREATE TABLE session_set (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    number INTEGER NOT NULL, start INTEGER, is_rest INTEGER NOT NULL,
    repetitions INTEGER, weight INTEGER, duration INTEGER,
    PRIMARY KEY (challenge, subject, position, number),
    FOREIGN KEY (challenge, subject, position) REFERENCES session ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """

/// What was read before has no figures of quality, so it is read again.
private let version3 = """
  DELETE FROM reading;
  ALTER TABLE daily_aggregate ADD COLUMN set_aside INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE daily_aggregate ADD COLUMN late INTEGER NOT NULL DEFAULT 0;

  -- What limits are compared with, by the code of the flag.
  CREATE TABLE quality_figure (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, metric TEXT NOT NULL, day TEXT NOT NULL,
    code TEXT NOT NULL, value INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject, metric, day, code),
    FOREIGN KEY (challenge, subject, metric, day) REFERENCES daily_aggregate ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- What the pipeline said of a challenge when it was last run.
  CREATE TABLE challenge (
    id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL,
    "from" TEXT, "to" TEXT,              -- civil days, or
    start INTEGER, "end" INTEGER,        -- instants
    proof_deadline INTEGER, zone TEXT,
    rule TEXT NOT NULL REFERENCES rule
  ) STRICT, WITHOUT ROWID;

  -- Who stood in a challenge and could be read when it was last run.
  CREATE TABLE participant (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;

  -- Which of a subject's verdicts its output files show: that of the last run.
  CREATE TABLE last_verdict (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    rule TEXT NOT NULL, as_of INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject),
    FOREIGN KEY (challenge, subject, rule, as_of) REFERENCES verdict ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE verdict ADD COLUMN score TEXT;                          -- JSON
  ALTER TABLE verdict ADD COLUMN quality TEXT NOT NULL DEFAULT '{}';  -- JSON
  """

/// What was decided before had another meaning, so it is read and decided again.
private let version4 = """
  DELETE FROM reading;
  ALTER TABLE input ADD COLUMN received_at INTEGER;
  ALTER TABLE input ADD COLUMN is_late INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE verdict ADD COLUMN open_until INTEGER;   -- null of a verdict that is final

  -- Why a subject has no verdict of the last run.
  CREATE TABLE failure (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    code TEXT NOT NULL, count INTEGER NOT NULL,
    file TEXT, entry TEXT, line INTEGER, "column" INTEGER, byte INTEGER,
    facts TEXT NOT NULL,         -- JSON
    PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;
  """

private let version5 = """
  ALTER TABLE challenge ADD COLUMN pipeline TEXT;   -- the folder of the pipeline, absolute

  -- How a subject stood when the last whole run over its challenge was over.
  CREATE TABLE standing (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    result TEXT NOT NULL,        -- an outcome, or `failed`
    code TEXT NOT NULL,          -- of the first reason, or of the error
    basis TEXT NOT NULL,         -- JSON: what it rests on
    PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;

  -- Whose result was another after a run than after the one before.
  CREATE TABLE result_change (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    old_result TEXT, old_code TEXT,      -- null of a subject that was not there
    new_result TEXT, new_code TEXT,      -- null of one that is gone
    causes TEXT NOT NULL,                -- JSON
    PRIMARY KEY (run, subject)
  ) STRICT, WITHOUT ROWID;
  """

/// What was read before has no digests of the documents in it, so it is read again.
private let version6 = """
  DELETE FROM reading;

  -- What lies in the inputs of a subject, unpacked: others may have handed in the same in another archive.
  CREATE TABLE document (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (challenge, subject, sha256),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """
