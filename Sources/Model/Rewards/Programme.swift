/// A programme of rewards over many challenges: points, streaks, badges and levels of all
/// participants.
///
/// A version of a programme applies to days that had not begun when it became known. See Rewards,
/// "Time".
package struct Programme: Hashable, Sendable {
  /// The name and version.
  package var name: VersionedName
  /// The title that people read.
  package var title: String
  /// The first day that counts.
  package var from: CivilDay
  /// The last day that counts; `nil` where the programme goes on.
  package var to: CivilDay?
  /// The day on which weeks begin.
  package var weekStartsOn = CivilDay.Weekday.monday
  /// The number of civil days after which a day is settled even if its data is not complete.
  package var settleAfter = 7
  /// The rules for earning points.
  package var points = PointRules()
  /// The streaks, by name.
  package var streaks: [String: Streak] = [:]
  /// The badges, whose ids must differ.
  package var badges: [Badge] = []
  /// The way in which points give levels.
  package var levels = Levels.quadratic
  /// The bounds on how many points may be redeemed.
  package var redeem = RedemptionLimits()
  /// The first day of each season, ascending.
  package var seasons: [CivilDay] = []

  /// Makes a programme without any rewards.
  package init(name: VersionedName, title: String, from: CivilDay, to: CivilDay? = nil) {
    (self.name, self.title, self.from, self.to) = (name, title, from, to)
  }

  /// Whether a date lies in the period of the programme.
  package func has(_ day: CivilDay) -> Bool { from <= day && to.map { day <= $0 } ?? true }

  /// The first day of the season to which a date belongs; `nil` before the first season.
  package func season(of day: CivilDay) -> CivilDay? { seasons.last { $0 <= day } }

  /// The first date of the week to which a date belongs.
  package func week(of day: CivilDay) -> CivilDay { day.week(beginningOn: weekStartsOn) }
}

/// The bounds on how many points a subject may redeem.
package struct RedemptionLimits: Hashable, Sendable {
  /// The fewest points of one redemption; `nil` for no such bound.
  package var atLeast: Int?
  /// The most points that may be granted for one date; `nil` for no such bound.
  package var atMost: Int?

  package init(atLeast: Int? = nil, atMost: Int? = nil) {
    (self.atLeast, self.atMost) = (atLeast, atMost)
  }
}

/// The points at which levels begin.
package enum Levels: Hashable, Sendable {
  /// Level 1 begins at the first figure, level 2 at the second; the figures ascend.
  case table([Int])
  /// Level *L* begins at 25 × *L* × (*L* − 1) points.
  case quadratic

  /// The points at which a level begins; `nil` for a level beyond the last of a table.
  ///
  /// - Parameter level: The level, from 1.
  package func points(of level: Int) -> Int? {
    switch self {
    case .table(let at): level <= at.count ? at[level - 1] : nil
    case .quadratic: 25 * level * (level - 1)
    }
  }

  /// The level that this many points reach; 0 below the first level.
  package func level(at points: Int) -> Int {
    switch self {
    case .table(let at): return at.count { $0 <= points }
    case .quadratic:
      guard points >= 0 else { return 0 }
      // This solves 25 L (L - 1) = points with doubles, so that it may be one off; the loops after
      // it correct that.
      var level = max(1, Int((Double(points) / 25).squareRoot()))
      while 25 * (level + 1) * level <= points { level += 1 }
      while level > 1, 25 * level * (level - 1) > points { level -= 1 }
      return level
    }
  }
}
