import DaymarkModel

/// What a track file calls a sport, in any of the spellings that have been seen.
///
/// Only letters count, in lower case: `Trail Running`, `trail_running` and `TrailRunning` are one. An
/// older Strava export writes the number of its list of types instead: 1 is a ride and 9 a run.
///
/// - Returns: `other` for what is not listed.
func sport(named name: String) -> (kind: ActivityKind, isIndoor: Bool) {
  if let kind = stravaSports[name] { return (kind, false) }
  let letters = name.lowercased().filter(\.isLetter)
  if let kind = indoorSports[letters] { return (kind, true) }
  return (sports[letters] ?? .other, false)
}

private let stravaSports: [String: ActivityKind] = [
  "1": .cycle, "4": .hike, "9": .run, "10": .walk, "16": .swim,
]

private let sports: [String: ActivityKind] = [
  "run": .run, "running": .run, "trailrun": .run, "trailrunning": .run, "streetrunning": .run,
  "trackrunning": .run, "jogging": .run,
  "walk": .walk, "walking": .walk, "casualwalking": .walk, "speedwalking": .walk,
  "hike": .hike, "hiking": .hike, "mountaineering": .hike, "trekking": .hike,
  "ride": .cycle, "bike": .cycle, "biking": .cycle, "cycling": .cycle, "roadbiking": .cycle,
  "roadcycling": .cycle, "mountainbiking": .cycle, "mountainbikeride": .cycle,
  "gravelcycling": .cycle, "gravelride": .cycle, "cyclocross": .cycle, "ebikeride": .cycle,
  "ebiking": .cycle,
  "swim": .swim, "swimming": .swim, "openwaterswimming": .swim, "openwater": .swim,
  "row": .row, "rowing": .row,
  "strengthtraining": .strength, "weighttraining": .strength,
  "hiit": .hiit, "highintensityintervaltraining": .hiit,
  "yoga": .yoga,
]

private let indoorSports: [String: ActivityKind] = [
  "treadmill": .run, "treadmillrunning": .run, "indoorrunning": .run, "virtualrun": .run,
  "indoorwalking": .walk,
  "indoorcycling": .cycle, "virtualride": .cycle, "virtualcycling": .cycle, "spinning": .cycle,
  "lapswimming": .swim, "poolswimming": .swim,
  "indoorrowing": .row, "virtualrow": .row,
]
