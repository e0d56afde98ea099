package import DaymarkModel

/// Computes the books of one subject of a programme.
///
/// The ledger at an instant is the beginning of the ledger at any later instant, whatever the order
/// of rows. What became known after the instant is ignored. See Rewards, "Time".
///
/// - Parameters:
///   - history: Everything that is known of the subject, and since when.
///   - asOf: The instant of the books.
/// - Returns: The ledger and what follows from it.
/// - Complexity: O(*days* + *rows* × log *rows*); a figure that becomes known late costs the days
///   after it once more.
package func keepBooks(_ history: RewardHistory, asOf: Instant) -> RewardBooks {
  Bookkeeper(history, through: asOf).books(of: history.subject, asOf: asOf)
}

/// Computes the books of one subject, with what pages show beside them.
///
/// - Parameters: As for ``keepBooks(_:asOf:)``.
package func rewardPicture(_ history: RewardHistory, asOf: Instant) -> RewardPicture {
  let bookkeeper = Bookkeeper(history, through: asOf)
  var picture = RewardPicture(bookkeeper.books(of: history.subject, asOf: asOf))
  picture.programme = bookkeeper.programme(at: asOf)
  picture.calendars = picture.programme.map(bookkeeper.calendars) ?? []
  picture.verdicts = bookkeeper.bonuses.verdicts.keys.sorted().compactMap {
    bookkeeper.bonuses.verdicts[$0]?.newest
  }
  return picture
}

extension Bookkeeper {
  /// Books a history.
  ///
  /// - Parameter asOf: The instant up to which everything is booked.
  fileprivate init(_ history: RewardHistory, through asOf: Instant) {
    self.init(history.known(at: asOf))
    book(through: asOf)
  }

  fileprivate func books(of subject: String, asOf: Instant) -> RewardBooks {
    var books = RewardBooks(subject: subject, asOf: asOf)
    books.lines = ledger.lines
    books.repeatedRedemptions = requests.repeated
    guard let programme = programme(at: asOf) else { return books }
    books.programme = programme.name
    books.streaks = streaks(of: programme)
    books.points = totals(of: programme)
    books.badges = badges(of: programme)
    books.expected = expectedBonuses
    return books
  }
}

extension RewardHistory {
  /// The part of the history that was known at an instant.
  package func known(at instant: Instant) -> RewardHistory {
    var known = self
    known.programmes.removeAll { $0.knownAt > instant }
    known.zones.removeAll { $0.knownAt > instant }
    known.joined.removeAll { $0.knownAt > instant }
    known.pauses.removeAll { $0.knownAt > instant }
    for place in known.pauses.indices
    where known.pauses[place].goneAt.map({ $0 > instant }) ?? false {
      known.pauses[place].goneAt = nil
    }
    known.days.removeAll { $0.knownAt > instant }
    known.complete.removeAll { $0.knownAt > instant }
    known.verdicts.removeAll { $0.knownAt > instant }
    known.freezes.removeAll { $0.knownAt > instant }
    known.redemptions.removeAll { $0.knownAt > instant }
    return known
  }
}

extension Bookkeeper {
  /// The sums of the ledger.
  fileprivate func totals(of programme: Programme) -> PointTotals {
    var totals = PointTotals()
    totals.balance = ledger.balance
    totals.earned = ledger.earned
    let season = days.timeline.today.flatMap { today in
      (days.programme(of: today) ?? programme).season(of: days[today].date)
    }
    for line in ledger.lines {
      switch line.kind {
      case .earned, .corrected:
        let place = days.timeline[line.day]
        let of = place.flatMap { days.programme(of: $0) }?.season(of: line.day)
        if of == season { totals.earnedInSeason += line.points }
      case .redeemed: totals.redeemed -= line.points
      case .freezeBought: totals.spentOnFreezes -= line.points
      default: break
      }
    }
    totals.level = programme.levels.level(at: totals.earnedInSeason)
    totals.nextLevelAt = programme.levels.points(of: totals.level + 1)
    return totals
  }

  /// The state of a programme's badges, by id.
  fileprivate func badges(of programme: Programme) -> [BadgeBook] {
    let facts = badgeFacts
    return programme.badges.sorted { $0.id < $1.id }.map { badge in
      let held = (badges.entries[badge.id] ?? []).filter(\.isHeld)
      let (reached, target) = facts.progress(of: badge.when)
      let part = Int128(reached) * 100 / Int128(max(target, 1))
      var book = BadgeBook(id: badge.id, progress: held.isEmpty ? Int(min(part, 99)) : 100)
      book.held = held.map { BadgeBook.Unlocked($0.day, at: $0.knownAt) }.sorted { $0.day < $1.day }
      return book
    }
  }

  /// The bonuses, by today's figures, of passed challenges that are not final or have unsettled
  /// days.
  fileprivate var expectedBonuses: [ExpectedBonus] {
    bonuses.verdicts.keys.sorted().compactMap { challenge in
      guard let known = bonuses.verdicts[challenge], known.booked == nil,
        known.newest.outcome == .pass
      else { return nil }
      let places = days.places(from: known.newest.from, to: known.newest.to)
      let points = days.bonus(of: challenge.challenge, on: places)
      return points > 0 ? ExpectedBonus(challenge, points: points) : nil
    }
  }
}
