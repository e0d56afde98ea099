import DaymarkModel

extension PlainBooks {
  func base(_ day: PlainDay) -> Int {
    guard let points = day.programme?.points else { return 0 }
    var sum = 0
    for rule in points.base {
      var left = figure(rule.value, day).least
      var found = 0
      while left >= rule.per {
        left -= rule.per
        found += rule.points
      }
      if let cap = rule.capPerDay, found > cap { found = cap }
      sum += found
    }
    if let cap = points.capPerDay, sum > cap { sum = cap }
    return sum
  }

  static func rounded(_ dividend: Int, _ divisor: Int) -> Int {
    let below = dividend / divisor
    let distance = dividend - below * divisor
    if distance * 2 < divisor { return below }
    if distance * 2 > divisor { return below + 1 }
    return below % 2 == 0 ? below : below + 1
  }

  func perMille(_ policy: StreakMultiplier.Policy, _ count: Int) -> Int {
    switch policy {
    case .weekly5(let most):
      var sum = 1000
      for day in stride(from: 7, through: count, by: 7) where day > 0 { sum += 50 }
      return most.map { min($0, sum) } ?? sum
    case .daily1cap30: return count > 30 ? 1300 : 1000 + count * 10
    case .table(let steps):
      var found = 1000
      for step in steps where step.count <= count { found = step.perMille }
      return found
    }
  }

  mutating func add(_ text: String, _ points: Int = 0, isEarning: Bool = false) {
    balance += points
    if isEarning { earned += points }
    lines.append("\(now) \(text) \(points) = \(balance)")
  }

  mutating func book(_ key: String, _ points: Int, _ about: String) {
    let isFirst = due.insert(key).inserted
    let difference = points - booked[key, default: 0]
    booked[key] = points
    if difference != 0 {
      add("\(isFirst ? "earned" : "corrected") \(about)", difference, isEarning: true)
    }
  }
}
