import DaymarkDocuments
import DaymarkModel

/// Reads one streak of a programme.
struct StreakReader {
  let file: YAMLMapping

  func streak() -> Streak? {
    let unit = unit()
    let test = file.mapping("day", .dayTest).flatMap { $0.dayTest() }
    let rest = file.distinctList("restDays", weekday)
    let freezes = file.mapping("freezes", .freezeRules).flatMap(freezeRules)
    let milestones = file.ascending("milestones")
    let breaksAfter = file.number("breaksAfter")
    refuseForRolling()
    guard let unit, let test else { return nil }
    var streak = Streak(unit, day: test)
    streak.restDays = Set(rest ?? [])
    (streak.freezes, streak.milestones) = (freezes, milestones ?? [])
    streak.breaksAfter = breaksAfter ?? 1
    return streak
  }

  /// Reads the thing that the streak counts, and reports keys that belong to another unit.
  private func unit() -> Streak.Unit? {
    guard let word = file.word("unit") else { return nil }
    for key in ["week", "rolling"] where key != word && file.has(key) {
      file.findings.add(
        .configBadValue, at: file.place(of: key), key: key, expected: .onlyWith("unit: \(key)"))
    }
    switch word {
    case "day": return .day
    case "week":
      if !file.has("week") { file.missing("week") }
      return file.mapping("week", .weekGoal).flatMap(goal).map { .week($0) }
    case "rolling":
      if !file.has("rolling") { file.missing("rolling") }
      return file.mapping("rolling", .rolling).flatMap(rolling)
    default:
      if let value = file["unit"] { file.reject("unit", value) }
      return nil
    }
  }

  private func goal(_ week: YAMLMapping) -> WeekGoal? {
    guard let key = week.only(of: KeyTable.measureKeys + ["days"]) else { return nil }
    if key == "days" {
      if week.has("atLeast") {
        week.findings.add(
          .configBadValue, at: week.place(of: "atLeast"), key: "atLeast",
          expected: .onlyOne(of: ["days", "atLeast"]))
      }
      return week.read("days") { wholeNumber($0).flatMap { (1...7).contains($0) ? $0 : nil } }
        .map { .days($0) }
    }
    if !week.has("atLeast") { week.missing("atLeast") }
    guard let value = week.dayValue(), let least = week.parts("atLeast", of: value) else {
      return nil
    }
    return .total(value, atLeast: least)
  }

  private func rolling(_ window: YAMLMapping) -> Streak.Unit? {
    guard let days = window.number("days"), let within = window.number("within") else { return nil }
    guard days <= within else {
      if let value = window["days"] {
        window.reject("days", value, expected: .atMost(within, .stretchDays))
      }
      return nil
    }
    return .rolling(days: days, within: within)
  }

  private func freezeRules(_ rules: YAMLMapping) -> FreezeRules? {
    let (every, price) = (rules.number("earnEvery"), rules.number("price", atLeast: 0))
    return rules.number("atMost").map { FreezeRules(earnEvery: every, atMost: $0, price: price) }
  }

  /// Reports keys about gaps in a rolling streak, which has none.
  private func refuseForRolling() {
    guard file.word("unit") == "rolling" else { return }
    for key in ["freezes", "breaksAfter"] where file.has(key) {
      file.findings.add(
        .configBadValue, at: file.place(of: key), key: key,
        expected: .onlyWith("unit: day or unit: week"))
    }
  }
}
