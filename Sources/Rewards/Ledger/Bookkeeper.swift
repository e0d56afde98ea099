import DaymarkModel

/// Computes a ledger by going through the instants at which something changed.
///
/// At each instant at which something became known or a day ended, everything is computed from what
/// was known then, and the differences to what is booked become lines of that instant. Only days
/// from the first changed one on are computed again. See Rewards, "Time".
struct Bookkeeper {
  private(set) var days: KnownDays
  private(set) var folds: StreakFolds
  private(set) var ledger = Ledger()
  private(set) var points = DayPoints()
  private(set) var bonuses = Bonuses()
  private(set) var requests: Requests
  private(set) var badges: BadgeLog
  private var milestones = MilestoneLog()
  private var verdicts: Arrivals<KnownVerdict>
  private let instants: [Instant]

  init(_ history: RewardHistory) {
    days = KnownDays(history)
    folds = StreakFolds(history)
    requests = Requests(history)
    badges = BadgeLog(history)
    verdicts = Arrivals(history.verdicts) { $0.knownAt }
    instants = history.instants
  }

  /// Books everything up to and including an instant.
  mutating func book(through end: Instant) {
    var known = instants[...]
    var boundary: Instant?
    while let now = [known.first, boundary].compactMap({ $0 }).min(), now <= end {
      if known.first == now { known.removeFirst() }
      book(at: now)
      boundary = days.timeline.nextBoundary(after: now)
    }
  }

  private mutating func book(at now: Instant) {
    let former = days.settledPrefix
    let changes = days.advance(to: now)
    let isHeard = bonuses.take(verdicts.take(through: now))
    let lines = ledger.lines.count
    let isMoved = !changes.places.isEmpty || days.settledPrefix > former
    let first = min(changes.firstChanged ?? former, former)
    var outcomes: StreakFolds.FormerOutcomes = []
    if isMoved {
      let places = first..<max(first, days.settledPrefix)
      outcomes = folds.fold(places, days, requests.granted)
      badges.fold(places, days)
      points.book(changes, from: first, days, folds, outcomes, in: &ledger, at: now)
    }
    bonuses.book(changes, days, in: &ledger, at: now)
    if isMoved {
      folds.bookFreezes(outcomes, changes, from: first, in: &ledger, at: now)
      milestones.book(folds, outcomes, changes, from: first, in: &ledger, at: now)
    }
    let programme = programme(at: now)
    if isMoved || isHeard || ledger.lines.count > lines || days.statements.isNew(at: now) {
      badges.book(programme?.badges ?? [], badgeFacts, in: &ledger, at: now)
    }
    requests.judge(by: programme, folds, in: &ledger, at: now)
  }

  /// The version of the programme that is known at an instant.
  func programme(at now: Instant) -> Programme? {
    days.statements.programme(at: now).map { days.statements.programmes[$0].programme }
  }

  /// The facts that decide on badges.
  var badgeFacts: BadgeFacts {
    BadgeFacts(
      folds: folds, totals: badges.totals, verdicts: bonuses.verdicts, earned: ledger.earned
    ) { [days, points, bonuses] in points.byDay(days, bonuses) }
  }
}

extension DayPoints {
  /// The booked points of days and of bonuses, by day.
  fileprivate func byDay(_ days: KnownDays, _ bonuses: Bonuses) -> [(day: CivilDay, points: Int)] {
    // A day without base points is not settled; a change of the zone may reduce the number of days.
    let ofDays = bases.indices.compactMap { place in
      bases[place].map { base in
        (day: days[place].date, points: base + (place < parts.count ? parts[place] : 0))
      }
    }
    let ofBonuses = bonuses.verdicts.values.compactMap { known in
      known.day.map { (day: $0, points: known.booked ?? 0) }
    }
    return (ofDays + ofBonuses).sorted { $0.day < $1.day }
  }
}
