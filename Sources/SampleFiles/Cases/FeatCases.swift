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

/// The inbox of `pipelines/feats-of-strength`: November 2025 in Berlin.
///
/// What each must come to stands in the pipeline's `README.md`, worked out by a person.
package enum SampleGym {
  /// Its files: contents by path under `samples/`.
  package static func files() -> [String: [UInt8]] {
    let texts = [
      // The second attempt is enough; the last is of December, so that November is whole.
      "ana/attempts.csv": attempts(
        "pushups-1min,2025-11-11T07:00:00Z,38,60,", "pushups-1min,2025-11-18T07:00:00Z,42,60,",
        "bench,2025-11-18,1,,62.5", "pushups-1min,2025-12-02,55,60,"),
      "ben/attempts.csv": attempts(
        "pushups-1min,2025-11-12,39,60,", "bench,2025-11-12,1,,80",
        "pushups-1min,2025-12-01,30,60,"),
      // 900 in a minute are 15 a second, and 61 s are too many.
      "cem/attempts.csv": attempts(
        "pushups-1min,2025-11-20,900,60,", "pushups-1min,2025-11-21,48,61,",
        "pushups-1min,2025-11-22,35,58,", "bench,2025-11-22,1,,100",
        "pushups-1min,2025-12-01,30,60,"),
      // The first set does not say how long it took.
      "dua/strong.csv": """
      "Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";\
      "Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"
      "1";"2025-11-13 18:00:00";"Gym";"3600";"Push Up";"1";"";"70";"";"";"";"";""
      "1";"2025-11-13 18:00:00";"Gym";"3600";"Push Up";"2";"";"45";"";"";"60";"";""
      "1";"2025-11-13 18:00:00";"Gym";"3600";"Bench Press (Barbell)";"W";"90.0";"1";"";"";"";"";""
      "1";"2025-11-13 18:00:00";"Gym";"3600";"Bench Press (Barbell)";"1";"70.0";"3";"";"";"";"";""
      "2";"2025-12-01 18:00:00";"Gym";"3600";"Plank";"1";"";"";"";"";"60";"";""

      """,
      // Rows of somebody else, and a load of which nobody says the unit.
      "fay/attempts.csv": """
      feat,at,person,repetitions,seconds,load
      pushups-1min,2025-11-14,fay,50,60,
      pushups-1min,2025-11-14,gil,60,60,
      bench,2025-11-14,fay,1,,80
      bench,2025-11-14,gil,1,,90
      pushups-1min,2025-12-01,fay,40,60,

      """,
    ]
    return Dictionary(uniqueKeysWithValues: texts.map { ("gym/\($0)", Array($1.utf8)) })
  }

  private static func attempts(_ rows: String...) -> String {
    (["feat,at,repetitions,seconds,load_kg"] + rows).joined(separator: "\n") + "\n"
  }
}
