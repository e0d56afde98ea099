import DaymarkModel
import GRDB

/// The version of the store that has feats by day.
///
/// Who has logged sessions is read again, because attempts were among them.
let version10 = """
  DELETE FROM reading WHERE EXISTS (
    SELECT 1 FROM strength_session s
    WHERE s.challenge = reading.challenge AND s.subject = reading.subject AND s.is_logged);
  ALTER TABLE reading ADD COLUMN feats_end TEXT;   -- the day of the last attempt or session

  CREATE TABLE daily_feat (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, day TEXT NOT NULL, id TEXT NOT NULL,
    counts TEXT NOT NULL, attempts INTEGER NOT NULL,
    best INTEGER,                -- in millionths of the figure's unit
    refused TEXT NOT NULL,       -- JSON: numbers by reason
    PRIMARY KEY (challenge, subject, day, id),
    FOREIGN KEY (challenge, subject) REFERENCES reading ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """

extension Database {
  func put(_ feat: DailyFeat, of key: SubjectKey) throws {
    let refused = JSONValue.object(
      Dictionary(
        uniqueKeysWithValues: feat.refused.map { ($0.key.rawValue, JSONValue.number($0.value)) }))
    try put(
      "daily_feat",
      [
        "challenge": key.challenge, "subject": key.subject, "day": "\(feat.day)", "id": feat.id,
        "counts": feat.counts.rawValue, "attempts": feat.attempts,
        "best": feat.best?.microUnits,
        "refused": String(decoding: refused.canonicalBytes(), as: UTF8.self),
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
          refused: try row.refusals("refused")))
    }
    return feats
  }
}

extension RowReader {
  /// The reasons of a JSON object, with their numbers.
  fileprivate func refusals(_ column: String) throws -> [FeatRefusal: Int] {
    guard case .object(let members) = try json(column) else { throw failure }
    return try members.reduce(into: [:]) { refused, member in
      guard case .number(let number) = member.value, let count = Int(exactly: number) else {
        throw failure
      }
      refused[try require(FeatRefusal(rawValue: member.key))] = count
    }
  }
}
