/// The candidate that was probably meant by `word`, or `nil` when none is near.
///
/// A word that people use for the same thing, such as `min` for `atLeast`, is tried first.
/// Otherwise a candidate is near if it differs by at most one edit for each three letters of
/// `word`, and always by one; case does not matter. Of equally near candidates the first is taken.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  if let meant = alias(of: word, among: candidates) { return meant }
  let small = word.lowercased()
  let limit = max(1, small.count / 3)
  return
    candidates
    // Each letter more or less is an edit, so other lengths need not be compared.
    .filter { abs($0.count - small.count) <= limit }
    .map { (candidate: $0, distance: editDistance(small, $0.lowercased())) }
    .filter { $0.distance <= limit }
    .min { $0.distance < $1.distance }?.candidate
}

/// The candidate for which `word` is another word, or its plural.
func alias(of word: String, among candidates: some Sequence<String>) -> String? {
  let word = word.lowercased()
  let names = Set((aliases[word] ?? []) + (word.hasSuffix("s") ? [String(word.dropLast())] : []))
  return candidates.first(where: names.contains)
}

/// Words that people write in place of the files' own, in lower case; the files accept none of
/// them.
private let aliases: [String: [String]] = [
  ">=": ["atLeast"], "min": ["atLeast"], "minimum": ["atLeast", "min"], ">": ["moreThan"],
  "above": ["moreThan"], "over": ["moreThan"], "<=": ["atMost"], "max": ["atMost"],
  "maximum": ["atMost", "max"], "<": ["lessThan"], "below": ["lessThan"], "under": ["lessThan"],
  "and": ["all"], "or": ["any"], "mean": ["average"],
  "running": ["run"], "walking": ["walk"], "hiking": ["hike"], "cycling": ["cycle"],
  "biking": ["cycle"], "bike": ["cycle"], "bicycle": ["cycle"], "ride": ["cycle"],
  "riding": ["cycle"], "spinning": ["cycle"], "spin": ["cycle"], "swimming": ["swim"],
  "rowing": ["row"], "jog": ["run"], "jogging": ["run"],
  "gym": ["strength"], "lifting": ["strength"], "weights": ["strength"], "interval": ["hiit"],
  "crossfit": ["hiit"], "trekking": ["hike"], "stroll": ["walk"],
  "step_count": ["steps"], "calories": ["activeEnergy"], "energy": ["activeEnergy"],
  "flights": ["flightsClimbed"], "floors": ["flightsClimbed"], "stairs": ["flightsClimbed"],
  "pushes": ["wheelchairPushes"],
  "monday": ["mon"], "tuesday": ["tue"], "wednesday": ["wed"], "thursday": ["thu"],
  "friday": ["fri"], "saturday": ["sat"], "sunday": ["sun"],
  "h": ["hr"], "hour": ["hr"], "hours": ["hr"], "minute": ["min"], "minutes": ["min"],
  "mins": ["min"], "sec": ["s"], "second": ["s"], "seconds": ["s"], "meter": ["m"],
  "meters": ["m"], "metres": ["m"], "kilometer": ["km"], "kilometers": ["km"],
  "kilometres": ["km"], "mile": ["mi"], "miles": ["mi"], "yards": ["yd"], "feet": ["ft"],
  "calorie": ["kcal"],
  "weight": ["load"], "reps": ["repetitions"], "effort": ["rpe"],
]

/// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment).
func editDistance(_ a: String, _ b: String) -> Int {
  // ASCII is compared as bytes, which is many times faster than comparing characters.
  let isASCII = a.utf8.allSatisfy { $0 < 0x80 } && b.utf8.allSatisfy { $0 < 0x80 }
  return isASCII ? editDistance(Array(a.utf8), Array(b.utf8)) : editDistance(Array(a), Array(b))
}

private func editDistance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
  // A very long word is near to no key, and comparing it would be slow.
  guard a.count <= 64, b.count <= 64 else { return .max }
  // These are the row before the last one, the last one, and the one being filled.
  var (older, last, row) = (Array(0...b.count), Array(0...b.count), Array(0...b.count))
  for i in a.indices {
    (older, last, row) = (last, row, older)
    row[0] = i + 1
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
      row[j + 1] = cost
    }
  }
  return row[b.count]
}
