import DaymarkDocuments
import DaymarkModel

/// Reads the rules for points.
struct PointReader {
  let file: YAMLMapping
  /// The names of the programme's streaks.
  let streaks: [String]
  /// The ids of the programme's challenges.
  let challenges: [String]

  func rules() -> PointRules {
    var rules = PointRules()
    rules.base = elements("base", .baseRule).compactMap(baseRule)
    rules.capPerDay = file.number("capPerDay")
    rules.bonus = bonuses()
    rules.multiplier = file.mapping("streakMultiplier", .streakMultiplier).flatMap(multiplier)
    return rules
  }

  /// Warnings about bonuses that are so small or so large that they are probably slips.
  func warnings() -> [Finding] {
    elements("bonus", .bonusRule).compactMap { bonus in
      guard let percent = bonus.number("percent"), !(5...50).contains(percent) else { return nil }
      return Finding(.programmeBonus, at: bonus["percent"]?.place) {
        ($0.key, $0.value) = ("percent", "\(percent)")
      }
    }
  }

  private func elements(_ key: String, _ table: KeyTable) -> [YAMLMapping] {
    guard let value = file[key] else { return [] }
    guard let elements = value.elements, !elements.isEmpty else {
      file.reject(key, value, expected: value.entries == nil ? nil : .dashes)
      return []
    }
    return elements.compactMap { YAMLMapping($0, table, key: key, file.findings) }
  }

  private func baseRule(_ rule: YAMLMapping) -> BaseRule? {
    let (points, cap) = (rule.number("points"), rule.number("capPerDay"))
    guard let value = rule.dayValue(), let per = rule.parts("per", of: value), let points else {
      return nil
    }
    return BaseRule(value, points: points, per: per, capPerDay: cap)
  }

  private func bonuses() -> [BonusRule] {
    var seen: Set<String> = []
    return elements("bonus", .bonusRule).compactMap { bonus in
      let percent = bonus.number("percent")
      guard let challenge = bonus.known("challenge", among: challenges) else { return nil }
      guard seen.insert(challenge).inserted else {
        file.findings.add(
          .configDuplicate, at: bonus.place(of: "challenge"), key: "challenge", value: challenge)
        return nil
      }
      return percent.map { BonusRule(challenge: challenge, percent: $0) }
    }
  }

  private func multiplier(_ mapping: YAMLMapping) -> StreakMultiplier? {
    let policy = policy(mapping)
    guard let streak = mapping.known("streak", among: streaks), let policy else { return nil }
    return StreakMultiplier(streak: streak, policy: policy)
  }

  private func policy(_ mapping: YAMLMapping) -> StreakMultiplier.Policy? {
    guard let word = mapping.word("policy") else { return nil }
    for (key, policy) in [("atMost", "weekly5"), ("at", "table")]
    where policy != word && mapping.has(key) {
      mapping.findings.add(
        .configBadValue, at: mapping.place(of: key), key: key,
        expected: .onlyWith("policy: \(policy)"))
    }
    switch word {
    case "weekly5": return .weekly5(atMost: mapping.number("atMost", atLeast: 1000))
    case "daily1cap30": return .daily1cap30
    case "table":
      if !mapping.has("at") { mapping.missing("at") }
      return steps(mapping).map { .table($0) }
    default:
      if let value = mapping["policy"] { mapping.reject("policy", value) }
      return nil
    }
  }

  /// Reads the steps of a multiplier, such as `{ 1: 1000, 7: 1050 }`, and orders them by length.
  private func steps(_ mapping: YAMLMapping) -> [StreakMultiplier.Step]? {
    guard let value = mapping["at"] else { return nil }
    guard let entries = value.entries, !entries.isEmpty else {
      mapping.reject("at", value)
      return nil
    }
    let steps = entries.compactMap { key, held -> StreakMultiplier.Step? in
      guard let count = key.text.flatMap(wholeNumber), (1...wholeNumberLimit).contains(count) else {
        mapping.reject("at", key, expected: .wholeNumber(from: 1, through: wholeNumberLimit))
        return nil
      }
      guard let perMille = held.text.flatMap(wholeNumber),
        (1000...wholeNumberLimit).contains(perMille)
      else {
        mapping.reject("at", held, expected: .wholeNumber(from: 1000, through: wholeNumberLimit))
        return nil
      }
      return StreakMultiplier.Step(count, perMille)
    }
    return steps.count == entries.count ? steps.sorted { $0.count < $1.count } : nil
  }
}

extension YAMLMapping {
  /// Reads a name that must be one of `names`; a similar one is suggested.
  func known(_ key: String, among names: [String]) -> String? {
    guard let value = self[key], let text = value.text else {
      if let value = self[key] { reject(key, value) }
      return nil
    }
    guard names.contains(text) else {
      reject(
        key, value, expected: names.isEmpty ? nil : .oneOf(names),
        suggestion: suggestion(for: text, among: names))
      return nil
    }
    return text
  }
}
