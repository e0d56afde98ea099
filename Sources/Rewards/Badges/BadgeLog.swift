import DaymarkModel

/// The badges that were unlocked.
///
/// Whether an unlocked badge stays held is decided by the condition under which it was unlocked, so
/// that a later version of the programme takes none away.
struct BadgeLog {
  private(set) var totals: [TotalFold]
  private(set) var entries: [String: [Entry]] = [:]

  /// One time that a badge was unlocked.
  struct Entry {
    var badge: Badge
    var key: BadgeClaim.Key
    var day: CivilDay
    var knownAt: Instant
    var isHeld: Bool
  }

  init(_ history: RewardHistory) {
    let leaves = history.programmes.flatMap(\.programme.badges).compactMap { badge in
      if case .total(let leaf) = badge.when { leaf } else { nil }
    }
    totals = Set(leaves).map(TotalFold.init)
  }

  /// Computes the totals that badges need again for some days, and drops those of later days.
  mutating func fold(_ places: Range<Int>, _ days: KnownDays) {
    for index in totals.indices { totals[index].fold(places, days) }
  }

  /// Books the badges whose state has changed, by id: unlocked, undone or regained.
  ///
  /// - Parameters:
  ///   - badges: The badges of the known version of the programme.
  ///   - facts: What badges are decided by.
  ///   - ledger: The ledger.
  ///   - now: The instant of the lines.
  mutating func book(
    _ badges: [Badge], _ facts: BadgeFacts, in ledger: inout Ledger, at now: Instant
  ) {
    for id in Set(badges.map(\.id)).union(entries.keys).sorted() {
      var lines = review(id, facts, at: now)
      if let badge = badges.first(where: { $0.id == id }) {
        lines += unlock(badge, facts, at: now)
      }
      for line in lines.sorted(by: { $0.day < $1.day }) { ledger.add(line) }
    }
  }

  /// Checks badges that were unlocked before, each against the condition of that time.
  private mutating func review(_ id: String, _ facts: BadgeFacts, at now: Instant) -> [LedgerLine] {
    var lines: [LedgerLine] = []
    for place in (entries[id] ?? []).indices {
      guard var entry = entries[id]?[place] else { continue }
      if !entry.badge.isRepeatable, facts.holds(entry.badge.when) == entry.isHeld { continue }
      let claim = facts.claims(entry.badge).first { $0.key == entry.key }
      guard (claim != nil) != entry.isHeld else { continue }
      entry.isHeld.toggle()
      if let claim { (entry.day, entry.knownAt) = (claim.day, now) }
      entries[id]?[place] = entry
      lines.append(line(entry.isHeld ? .regained : .undone, id, entry.day, claim, at: now))
    }
    return lines
  }

  /// Unlocks a badge for each new occasion.
  private mutating func unlock(_ badge: Badge, _ facts: BadgeFacts, at now: Instant) -> [LedgerLine]
  {
    let known = entries[badge.id] ?? []
    if !badge.isRepeatable, !known.isEmpty || !facts.holds(badge.when) { return [] }
    let claims = facts.claims(badge).filter { claim in !known.contains { $0.key == claim.key } }
    return claims.map { claim in
      entries[badge.id, default: []].append(
        Entry(badge: badge, key: claim.key, day: claim.day, knownAt: now, isHeld: true))
      return line(.unlocked, badge.id, claim.day, claim, at: now)
    }
  }

  private func line(
    _ kind: LedgerLine.Kind, _ id: String, _ day: CivilDay, _ claim: BadgeClaim?, at now: Instant
  ) -> LedgerLine {
    var line = LedgerLine(kind, day, at: now)
    (line.badge, line.span, line.challenge) = (id, claim?.span, claim?.key.challenge)
    return line
  }
}
