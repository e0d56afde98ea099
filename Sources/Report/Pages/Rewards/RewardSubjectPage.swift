import DaymarkModel

/// The values of the page of one subject of a programme.
struct RewardSubjectPage {
  /// The most finished challenges, and the most days of points, that are listed; the last ones are
  /// kept.
  private static let mostRows = 60

  let report: ProgrammeReport
  let subject: SubjectRewards

  private var books: RewardBooks { subject.picture.books }

  var values: [String: Any] {
    [
      "title": report.programme.title.shortened(), "name": subject.rank.subject.shortened(to: 80),
      "lead": lead, "tiles": tiles, "version": report.toolVersion,
      "streaks": books.streaks.map(streak),
    ]
    .merging(running) { own, _ in own }
    .merging(points) { own, _ in own }
    .merging(badges) { own, _ in own }
    .merging(verdicts) { own, _ in own }
  }

  private var lead: String {
    let points = books.points
    let next = points.nextLevelAt.map {
      ": \(grouped(max(0, $0 - points.earnedInSeason))) points to the next"
    }
    return
      "Rank \(subject.rank.rank) of \(report.subjects.count). Level \(points.level)\(next ?? "")."
      + " As of \(report.asOf.words)."
  }

  private var tiles: [[String: Any]] {
    let held = books.badges.count { !$0.held.isEmpty }
    var tiles: [[String: Any]] = [
      ["style": "pass", "figure": grouped(books.points.earned), "label": "points earned"],
      [
        "style": books.points.balance < 0 ? "fail" : "unread",
        "figure": grouped(books.points.balance), "label": "to redeem",
      ],
      [
        "style": "unread", "figure": "\(held) of \(books.badges.count)", "label": "badges",
      ],
    ]
    if let longest = books.streaks.compactMap({ $0.longest?.count }).max() {
      tiles.append(["style": "unread", "figure": grouped(longest), "label": "longest run"])
    }
    return tiles
  }

  // MARK: Streaks

  private func streak(_ streak: StreakBook) -> [String: Any] {
    let programme = report.programme
    var values: [String: Any] = ["name": streak.name, "words": streak.sentence]
    guard let calendar = subject.picture.calendars.first(where: { $0.streak == streak.name })
    else { return values }
    let picture = StreakCalendarPicture(
      calendar: calendar, weekStartsOn: programme.weekStartsOn)
    let marks = StreakCalendar.Mark.allCases.filter { mark in
      picture.shown.contains { $0.mark == mark }
    }
    let weeks = Dictionary(grouping: picture.shown) { programme.week(of: $0.date) }
    values["calendar"] = picture.svg
    values["weekday"] = programme.weekStartsOn.shortName
    values["legend"] = marks.map { mark -> [String: Any] in
      ["key": StreakCalendarPicture.key(mark), "words": mark.words]
    }
    values["letterWords"] = marks.map { "\($0.letter) is \($0.words)" }.joined(separator: ", ")
    values["weeks"] = weeks.sorted { $0.key < $1.key }.map { first, days -> [String: Any] in
      ["first": first.words, "letters": days.map(\.mark.letter).joined()]
    }
    return values
  }

  // MARK: Challenges

  private var running: [String: Any] {
    [
      "hasRunning": !subject.running.isEmpty,
      "running": subject.running.map { progress -> [String: Any] in
        [
          "title": progress.title.shortened(),
          "when": progress.days.words
            + (progress.isOver ? ". Its days are over; proof may still be handed in" : "") + ".",
          "parts": progress.parts.map { part -> [String: Any] in
            [
              "requirement": part.requirement.shortened(), "words": part.words,
              "perCent": part.perCent,
              "bar": plainBar(
                part.perCent, of: 100, style: part.isMet ? "o-pass" : "o-undetermined",
                hasTrack: true),
            ]
          },
        ]
      },
    ]
  }

  private var verdicts: [String: Any] {
    let finals = subject.picture.verdicts.filter(\.isFinal)
      .sorted { ($1.to, $1.challenge) < ($0.to, $0.challenge) }
    return [
      "hasVerdicts": !finals.isEmpty,
      "verdicts": finals.prefix(Self.mostRows).map { verdict -> [String: Any] in
        let outcome = verdict.outcome as Outcome?
        return [
          "name": "\(verdict.challenge)", "days": (verdict.from...verdict.to).words,
          "style": outcome.style, "mark": outcome.mark, "outcome": outcome.word,
        ]
      },
    ]
  }

  // MARK: Points and badges

  private var points: [String: Any] {
    let picture = PointsPicture(books.lines)
    return [
      "hasPoints": !picture.days.isEmpty, "plot": picture.svg,
      "pointDays": picture.days.suffix(Self.mostRows).reversed().map { day -> [String: Any] in
        [
          "day": day.date.words, "earned": grouped(day.earned), "balance": grouped(day.balance),
        ]
      },
    ].merging(belowZero) { own, _ in own }
  }

  /// The note on a negative balance: points were taken back after they had been redeemed.
  private var belowZero: [String: Any] {
    guard books.points.balance < 0 else { return [:] }
    let taken = books.lines.filter { $0.kind == .corrected && $0.points < 0 }
    let days = taken.map(\.day)
    let span = days.min().flatMap { first in days.max().map { (first...$0).words } } ?? ""
    let sum = -taken.reduce(0) { $0 + $1.points }
    return [
      "belowZero":
        "The balance is below zero: later data took back \(grouped(sum)) points for \(span)"
        + " after \(grouped(books.points.redeemed)) points had been redeemed."
    ]
  }

  private var badges: [String: Any] {
    let known = report.programme.badges.reduce(into: [:]) { $0[$1.id] = $1 }
    return [
      "hasBadges": !books.badges.isEmpty,
      "badges": books.badges.map { badge -> [String: Any] in
        let since = badge.held.first.map { "since \($0.day.words)" }
        return present([
          "title": (known[badge.id]?.title ?? badge.id).shortened(to: 80),
          "text": known[badge.id]?.text.shortened() ?? "", "since": since,
          "bar": plainBar(
            badge.progress, of: 100, style: badge.held.isEmpty ? "o-undetermined" : "o-pass",
            hasTrack: true),
          "amount": badge.held.count > 1 ? "\(badge.held.count) times" : "\(badge.progress) %",
        ])
      },
    ]
  }
}
