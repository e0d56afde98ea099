import DaymarkModel

/// The requested freezes and redemptions; each row is judged once, when it became known, and the
/// judgement stands.
struct Requests {
  /// The freezes that were given or bought.
  private(set) var granted: [FreezeRow] = []
  /// The points of granted redemptions, by date.
  private var redeemed: [CivilDay: Int] = [:]
  private var judged: Set<String> = []
  /// The ids that more than one row has.
  private(set) var repeated: [String] = []
  private var redemptions: Arrivals<Redemption>
  private var freezes: Arrivals<FreezeRow>

  init(_ history: RewardHistory) {
    redemptions = Arrivals(history.redemptions) { $0.knownAt }
    freezes = Arrivals(history.freezes) { $0.knownAt }
  }

  /// Judges the rows that became known: redemptions, then freezes, each by date and by the bytes of
  /// the row.
  ///
  /// - Parameters:
  ///   - programme: The version of the programme that is known.
  ///   - folds: The streaks.
  ///   - ledger: The ledger.
  ///   - now: The instant of the lines.
  mutating func judge(
    by programme: Programme?, _ folds: StreakFolds, in ledger: inout Ledger, at now: Instant
  ) {
    for row in redemptions.take(through: now).inOrder(\.day, \.row) {
      guard judged.insert(row.id).inserted else {
        repeated.append(row.id)
        continue
      }
      let reason = refusal(of: row, by: programme, ledger.balance)
      if reason == nil { redeemed[row.day, default: 0] += row.points }
      var line = LedgerLine(
        reason == nil ? .redeemed : .refused, row.day, points: reason == nil ? -row.points : 0,
        at: now)
      (line.redemption, line.reason) = (row.id, reason)
      ledger.add(line)
    }
    for row in freezes.take(through: now).inOrder(\.day, \.row) {
      let rules = programme?.streaks[row.streak]?.freezes
      let held =
        (folds[row.streak]?.state.freezeBalance ?? 0) + granted.count { $0.streak == row.streak }
      let reason = refusal(of: row, by: programme, held: held, ledger.balance)
      if reason == nil { granted.append(row) }
      let kind: LedgerLine.Kind = row.origin == .given ? .freezeGiven : .freezeBought
      var line = LedgerLine(reason == nil ? kind : .refused, row.day, at: now)
      if reason == nil, row.origin == .bought { line.points = -(rules?.price ?? 0) }
      (line.streak, line.reason) = (row.streak, reason)
      ledger.add(line)
    }
  }

  private func refusal(
    of row: Redemption, by programme: Programme?, _ balance: Int
  ) -> LedgerLine.Refusal? {
    guard let limits = programme?.redeem else { return .noProgramme }
    if row.points < limits.atLeast ?? 0 { return .tooFew }
    if let most = limits.atMost, redeemed[row.day, default: 0] + row.points > most {
      return .tooMany
    }
    return row.points > balance ? .balance : nil
  }

  private func refusal(
    of row: FreezeRow, by programme: Programme?, held: Int, _ balance: Int
  ) -> LedgerLine.Refusal? {
    guard let programme else { return .noProgramme }
    guard let rules = programme.streaks[row.streak]?.freezes else { return .notForSale }
    if row.origin == .bought, rules.price == nil { return .notForSale }
    if held >= rules.atMost { return .freezesFull }
    return row.origin == .bought && balance < rules.price ?? 0 ? .balance : nil
  }
}

extension ArraySlice {
  /// The rows ordered by date, then by the bytes of the row.
  fileprivate func inOrder(
    _ day: KeyPath<Element, CivilDay>, _ row: KeyPath<Element, String>
  ) -> [Element] {
    sorted { a, b in
      a[keyPath: day] == b[keyPath: day]
        ? a[keyPath: row].utf8.lexicographicallyPrecedes(b[keyPath: row].utf8)
        : a[keyPath: day] < b[keyPath: day]
    }
  }
}
