import DaymarkModel
import GRDB

/// The version of the store that has feats by day, and where the weight of a body is known from.
///
/// Who has logged sessions is read again, because attempts were among them.
let version10 = """
  DELETE FROM reading WHERE EXISTS (
    SELECT 1 FROM strength_session s
    WHERE s.challenge = reading.challenge AND s.subject = reading.subject AND s.is_logged);
  ALTER TABLE reading ADD COLUMN feats_end TEXT;   -- the day of the last attempt or session
  ALTER TABLE strength_session ADD COLUMN body_weight_origin TEXT NOT NULL DEFAULT 'log';
  ALTER TABLE daily_strength ADD COLUMN sets_by_body_weight TEXT;   -- JSON: numbers by origin

  CREATE TABLE daily_feat (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, day TEXT NOT NULL, id TEXT NOT NULL,
    counts TEXT NOT NULL, attempts INTEGER NOT NULL,
    best INTEGER,                -- in millionths of the figure's unit
    refused TEXT,                -- JSON: numbers by reason
    PRIMARY KEY (challenge, subject, day, id),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """

extension Database {
  func put(_ feat: DailyFeat, of key: SubjectKey) throws {
    try put(
      "daily_feat",
      [
        "challenge": key.challenge, "subject": key.subject, "day": "\(feat.day)", "id": feat.id,
        "counts": feat.counts.rawValue, "attempts": feat.attempts,
        "best": feat.best?.microUnits,
        "refused": feat.refused.json?.canonicalText,
      ])
  }

  func feats(of key: SubjectKey) throws -> [DailyFeat] {
    var feats: [DailyFeat] = []
    try rows(of: "daily_feat", key, by: "day, id") { row in
      feats.append(
        DailyFeat(
          day: try row.day(), id: try row.text("id"),
          counts: try row.require(FeatFigure(rawValue: row.text("counts"))),
          attempts: try row.count("attempts"), best: try row.optional("best", row.quantity),
          refused: try row.counts("refused")))
    }
    return feats
  }
}
