/// What was read before does not say how much each source has for a day, so it is read again.
let version9 = """
  DELETE FROM reading;
  ALTER TABLE source_contribution ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
  """
