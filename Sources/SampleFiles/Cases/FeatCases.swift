/// Attempts of a small gym at its feats of strength.
let featCases = [
  SampleCase("feat-attempts/gym") { ["attempts.csv": Array(gymAttempts.utf8)] }
]

/// Two weeks of November 2025: a tie, a tie of one's own best, an attempt of nothing, one with a clock and one
/// with a date alone, an impossible one, a late finish, one that is in the future, one given twice, and one at
/// a feat that does not exist.
private let gymAttempts = """
  feat,person,at,repetitions,seconds,load_kg,body_weight_kg
  pushups-1min,ana,2025-11-11T07:00:00Z,38,60,,
  pushups-1min,ana,2025-11-18T07:00:00Z,42,60,,
  pushups-1min,ana,2025-11-20T07:00:00Z,42,60,,
  pushups-1min,ben,2025-11-19 08:00,42,,,
  pushups-1min,cem,2025-11-12,0,60,,
  pushups-1min,cem,2025-11-20,40,58,,
  pushups-1min,dua,2025-11-03,55,60,,
  pushups-1min,eli,2025-11-20,900,60,,
  pushups-1min,eli,2025-11-21,30,61,,
  pushups-1min,fay,2025-12-21,30,60,,
  pushups-1min,ben,2025-11-19 08:00,42,,,
  pullups,fay,2025-11-21,30,60,,
  plank-taps-30s,ana,2025-11-19,44,30,,
  plank-taps-30s,ben,2025-11-19,50,31,,
  plank-taps-30s,ana,2025-10-31,60,30,,
  bench,ana,2025-11-12,5,,60,
  bench,ana,2025-11-20,1,,70,
  bench,ben,2025-11-13,3,,110,82.5
  bench,ben,2025-11-20,,,120,82.5
  plank,ana,2025-11-19,,95,,
  plank,ben,2025-11-19,,130.5,,

  """
