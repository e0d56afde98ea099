/// The version of the store that has workout logs.
///
/// Sets were those of a recorded session alone, so what has any is read again.
let version7 = """
  DELETE FROM reading;
  DROP TABLE session_set;
  ALTER TABLE input ADD COLUMN log_rows TEXT;                             -- JSON, of a workout log
  ALTER TABLE input ADD COLUMN days_from_names TEXT NOT NULL DEFAULT '[]'; -- JSON: civil days

  CREATE TABLE strength_session (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    day TEXT NOT NULL, start INTEGER, "end" INTEGER,
    source INTEGER NOT NULL, input INTEGER NOT NULL,
    is_logged INTEGER NOT NULL,
    recording INTEGER,           -- position of the recorded session that it met
    body_weight INTEGER,
    PRIMARY KEY (challenge, subject, position),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- Masses in micro-kilograms, distances in micrometers, times in microseconds.
  CREATE TABLE strength_set (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL,
    number INTEGER NOT NULL, start INTEGER, exercise TEXT, ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL, side TEXT, repetitions INTEGER,
    load INTEGER,                -- null, too, where its unit is unknown
    load_meaning TEXT,           -- null without a load
    distance INTEGER, duration INTEGER,
    effort INTEGER, is_reserve INTEGER,     -- tenths
    rest INTEGER, tempo TEXT,
    PRIMARY KEY (challenge, subject, position, number),
    FOREIGN KEY (challenge, subject, position) REFERENCES strength_session ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """
