import DaymarkModel

extension PlainBooks {
  mutating func judge(_ known: [PlainDay]) {
    let programme = programme(at: now)
    let rows = history.redemptions.filter { $0.knownAt == now }
      .sorted { ("\($0.day)" + $0.row).utf8.lexicographicallyPrecedes(("\($1.day)" + $1.row).utf8) }
    for row in rows where judged.insert(row.id).inserted {
      var reason: String?
      if let programme {
        if let most = programme.redeem.atMost, redeemed[row.day, default: 0] + row.points > most {
          reason = "tooMany"
        } else if row.points > balance {
          reason = "balance"
        }
        if let least = programme.redeem.atLeast, row.points < least { reason = "tooFew" }
      } else {
        reason = "noProgramme"
      }
      if let reason {
        add("refused \(row.id) \(reason) \(row.day)")
      } else {
        redeemed[row.day, default: 0] += row.points
        add("redeemed \(row.id) \(row.day)", -row.points)
      }
    }
    let asked = history.freezes.filter { $0.knownAt == now }
      .sorted { ("\($0.day)" + $0.row).utf8.lexicographicallyPrecedes(("\($1.day)" + $1.row).utf8) }
    for row in asked {
      let run = self.run(known[...], row.streak, "known")
      let held =
        granted.filter { $0.streak == row.streak }.count + run.earned.count - run.spent.count
      var reason: String?
      let rules = programme?.streaks[row.streak]?.freezes
      if programme == nil {
        reason = "noProgramme"
      } else if rules == nil || (row.origin == .bought && rules?.price == nil) {
        reason = "notForSale"
      } else if held >= rules!.atMost {
        reason = "freezesFull"
      } else if row.origin == .bought, rules!.price! > balance {
        reason = "balance"
      }
      if let reason {
        add("refused \(row.streak) \(reason) \(row.day)")
      } else {
        granted.append(row)
        row.origin == .given
          ? add("freezeGiven \(row.day) \(row.streak)")
          : add("freezeBought \(row.day) \(row.streak)", -rules!.price!)
      }
    }
  }
}
