/// The first version of the store, on which the later ones of ``migrator`` build.
let version1 = """
  -- What the archives of a subject gave, under one setting of everything that decides days.
  CREATE TABLE reading (
    challenge TEXT NOT NULL,
    subject TEXT NOT NULL,
    settings TEXT NOT NULL,      -- canonical JSON: inputs, zones, policies, period, versions
    as_of INTEGER,               -- null where the files alone decide what is out of range
    zone TEXT NOT NULL,
    zone_method TEXT NOT NULL,
    data_end INTEGER,
    is_damaged INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, rank INTEGER NOT NULL,
    provider TEXT NOT NULL, name TEXT NOT NULL, class TEXT NOT NULL,
    PRIMARY KEY (challenge, subject, rank),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE input (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    format TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, records INTEGER NOT NULL,
    rejected TEXT NOT NULL,      -- JSON: count by code
    damage TEXT NOT NULL,        -- JSON: codes
    PRIMARY KEY (challenge, subject, position),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE finding (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    code TEXT NOT NULL, count INTEGER NOT NULL,
    file TEXT, entry TEXT, line INTEGER, "column" INTEGER, byte INTEGER,
    facts TEXT NOT NULL,         -- JSON
    PRIMARY KEY (challenge, subject, position),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE daily_aggregate (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, metric TEXT NOT NULL, day TEXT NOT NULL,
    value INTEGER NOT NULL, is_complete INTEGER NOT NULL,
    minimum INTEGER, maximum INTEGER, mean INTEGER, count INTEGER,    -- heart rate alone
    samples INTEGER NOT NULL, manual_samples INTEGER NOT NULL, manual_amount INTEGER NOT NULL,
    naive INTEGER NOT NULL, manual_share INTEGER, alternate INTEGER,
    PRIMARY KEY (challenge, subject, metric, day),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_contribution (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, metric TEXT NOT NULL, day TEXT NOT NULL,
    position INTEGER NOT NULL, source INTEGER NOT NULL,
    contributed INTEGER NOT NULL, covered INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject, metric, day, position),
    FOREIGN KEY (challenge, subject, metric, day) REFERENCES daily_aggregate ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    day TEXT NOT NULL, kind TEXT NOT NULL, is_indoor INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, source INTEGER NOT NULL,
    input INTEGER NOT NULL, is_user_entered INTEGER NOT NULL,
    inputs TEXT NOT NULL,        -- JSON: positions of the merged inputs
    PRIMARY KEY (challenge, subject, position),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session_field (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    field TEXT NOT NULL, value INTEGER, origin INTEGER,
    PRIMARY KEY (challenge, subject, position, field),
    FOREIGN KEY (challenge, subject, position) REFERENCES session ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE daily_activity (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL,
    sessions INTEGER NOT NULL, minutes INTEGER NOT NULL,
    distance INTEGER, energy INTEGER, elevation_gain INTEGER,
    PRIMARY KEY (challenge, subject, day, kind),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rule (
    sha256 TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL,
    definition TEXT NOT NULL     -- canonical JSON
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE verdict (
    challenge TEXT NOT NULL, subject TEXT NOT NULL,
    rule TEXT NOT NULL REFERENCES rule, as_of INTEGER NOT NULL,
    proof_deadline INTEGER,
    outcome TEXT NOT NULL, phase TEXT NOT NULL,
    reasons TEXT NOT NULL,       -- JSON
    explanation TEXT NOT NULL,   -- JSON
    PRIMARY KEY (challenge, subject, rule, as_of),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- What lies, or is about to lie, in the subject's output folder.
  CREATE TABLE output_file (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (challenge, subject, name)
  ) STRICT, WITHOUT ROWID;

  -- Digests of archives that have not changed since, so that they need not be hashed again.
  CREATE TABLE archive (
    path TEXT NOT NULL PRIMARY KEY,
    stamp TEXT NOT NULL,         -- size, times and inode
    sha256 TEXT NOT NULL, bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The runs that changed anything; the only rows with a clock in them.
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL, milliseconds INTEGER NOT NULL, version TEXT NOT NULL,
    challenge TEXT NOT NULL, as_of INTEGER NOT NULL,
    subjects INTEGER NOT NULL, read INTEGER NOT NULL, evaluated INTEGER NOT NULL,
    failed INTEGER NOT NULL
  ) STRICT;
  """
