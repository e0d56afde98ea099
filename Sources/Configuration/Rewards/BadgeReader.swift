import DaymarkDocuments
import DaymarkModel

/// Reads `badges.yaml`.
struct BadgeReader {
  /// The names of the programme's streaks.
  let streaks: [String]
  /// The ids of the programme's challenges.
  let challenges: [String]
  let findings: FindingCollector

  /// Reads the badges of a file, and returns them with the text.
  ///
  /// - Parameter contents: The text of an earlier version, which is read in place of the file.
  func badges(
    at path: String, missingAt place: InputLocation?, contents earlier: String? = nil
  ) -> (list: [Badge], contents: String) {
    guard let contents = earlier ?? readText(at: path, findings, missingAt: place) else {
      return ([], "")
    }
    guard let root = readYAML(contents, file: path, findings),
      let file = YAMLMapping(root, .badges, findings), let value = file["badges"]
    else { return ([], contents) }
    guard let elements = value.elements, !elements.isEmpty else {
      file.reject("badges", value)
      return ([], contents)
    }
    var ids: Set<String> = []
    let badges = elements.compactMap { element -> Badge? in
      guard let entry = YAMLMapping(element, .badge, key: "badges", findings) else { return nil }
      let badge = badge(entry)
      if let id = entry.word("id"), !ids.insert(id).inserted {
        findings.add(.configDuplicate, at: entry.place(of: "id"), key: "id", value: id)
      }
      return badge
    }
    return (badges, contents)
  }

  private func badge(_ entry: YAMLMapping) -> Badge? {
    let (title, text) = (entry.read("title", freeText), entry.read("text", freeText))
    let repeats = entry.readTruth("repeatable") ?? false
    let when = entry.mapping("when", .badgeCondition).flatMap(condition)
    guard let id = entry.word("id"), let title, let text, let when else { return nil }
    if repeats, !when.mayRepeat, let value = entry["repeatable"] {
      entry.reject("repeatable", value, expected: .oneOf(["false"]))
      return nil
    }
    return Badge(id: id, title: title, text: text, when: when, isRepeatable: repeats)
  }

  private func condition(_ when: YAMLMapping) -> Badge.Condition? {
    switch when.only(of: KeyTable.badgeCondition.keys.map(\.name)) {
    case "challengesCompleted":
      return when.number("challengesCompleted").map { .challengesCompleted($0) }
    case "challengesJoined": return when.number("challengesJoined").map { .challengesJoined($0) }
    case "firstWin": return when.readTruth("firstWin").map { _ in .firstWin }
    case "pointsEarned": return when.number("pointsEarned").map { .pointsEarned($0) }
    case "streak":
      guard let streak = when.mapping("streak", .badgeStreak), let least = streak.number("atLeast"),
        let name = streak.known("of", among: streaks)
      else { return nil }
      return .streak(of: name, atLeast: least)
    case "rank":
      guard let rank = when.mapping("rank", .badgeRank), let most = rank.number("atMost"),
        let challenge = rank.known("challenge", among: challenges)
      else { return nil }
      return .rank(challenge: challenge, atMost: most)
    case "early":
      return when.mapping("early", .badgeLead)?.number("days").map { .early(days: $0) }
    case "total": return when.mapping("total", .badgeTotal).flatMap(leaf).map { .total($0) }
    default: return nil
    }
  }

  /// Reads a leaf that can only grow: a sum, best day or window of at least some amount, or a
  /// number of days.
  private func leaf(_ total: YAMLMapping) -> Leaf? {
    guard let key = total.only(of: KeyTable.badgeTotal.keys.map(\.name)),
      case .mapping(let table)? = total.table[key]?.form,
      let inner = total.mapping(key, table), let fields = FieldReader(inner).fields(),
      case .leaf(let leaf)? = Condition.Kind(key: key, definition: .object(fields))
    else { return nil }
    switch leaf.measure {
    case .days(.every):
      inner.findings.add(
        .configBadValue, at: inner.place(of: "every"), key: "every",
        expected: .onlyOne(of: ["count"]))
      return nil
    case .days: return leaf
    default:
      guard leaf.comparison.upper == nil else {
        inner.findings.add(
          .configBadValue, at: inner.place(of: leaf.comparison.key), key: leaf.comparison.key,
          expected: .onlyOne(of: ["atLeast", "moreThan"]))
        return nil
      }
      return leaf
    }
  }
}
