/// The version of the store that has strength training by day.
///
/// Who has strength sessions is read again, so that their days are summed.
let version8 = """
  DELETE FROM reading WHERE EXISTS (
    SELECT 1 FROM strength_session s
    WHERE s.challenge = reading.challenge AND s.subject = reading.subject);
  ALTER TABLE reading ADD COLUMN strength_end TEXT;   -- the day of the last session with sets

  -- Volume in micro-kilograms, time under tension in microseconds.
  CREATE TABLE daily_strength (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, day TEXT NOT NULL,
    sessions INTEGER NOT NULL, unmet_sessions INTEGER NOT NULL,
    exercises INTEGER NOT NULL, unmatched_exercises INTEGER NOT NULL,
    sets INTEGER NOT NULL, hard_sets INTEGER NOT NULL, repetitions INTEGER NOT NULL,
    volume INTEGER NOT NULL, sets_of_unknown_unit INTEGER NOT NULL,
    sets_of_unknown_body_weight INTEGER NOT NULL, time_under_tension INTEGER,
    rests INTEGER NOT NULL, rests_kept INTEGER NOT NULL,
    PRIMARY KEY (challenge, subject, day),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- Masses in micro-kilograms.
  CREATE TABLE daily_lift (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, day TEXT NOT NULL, exercise TEXT NOT NULL,
    sets INTEGER NOT NULL, repetitions INTEGER NOT NULL, most_repetitions INTEGER NOT NULL,
    sets_of_unknown_unit INTEGER NOT NULL, sets_of_unknown_body_weight INTEGER NOT NULL,
    heaviest INTEGER, best_estimate INTEGER, mean_estimate INTEGER,
    PRIMARY KEY (challenge, subject, day, exercise),
    FOREIGN KEY (challenge, subject, day) REFERENCES daily_strength ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """

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
