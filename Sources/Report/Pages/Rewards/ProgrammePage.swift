import DaymarkDocuments
import DaymarkModel

// The page of a programme; see Rewards, "Pages".

extension ReportPages {
  /// The page of a programme.
  ///
  /// - Returns: HTML; equal reports give equal bytes.
  package func programme(_ report: ProgrammeReport) -> String {
    page("programme", ProgrammePage(report: report).values)
  }

  /// The page of one subject of a programme.
  ///
  /// - Returns: HTML; equal reports give equal bytes.
  package func rewards(of subject: SubjectRewards, in report: ProgrammeReport) -> String {
    page("rewards", RewardSubjectPage(report: report, subject: subject).values)
  }
}

/// The values of the page of a programme.
struct ProgrammePage {
  /// The most rows of a table, or names of a list, that are shown.
  private static let mostRows = 100

  let report: ProgrammeReport

  var values: [String: Any] {
    let programme = report.programme
    return [
      "name": "\(programme.name)", "title": programme.title.shortened(),
      "period": programme.to.map { (programme.from...max(programme.from, $0)).words }
        ?? "From \(programme.from.words) on",
      "asOf": report.asOf.words, "tiles": tiles, "version": report.toolVersion,
      "hasSubjects": !report.subjects.isEmpty,
    ]
    .merging(standings) { own, _ in own }
    .merging(risk) { own, _ in own }
    .merging(badges) { own, _ in own }
    .merging(challenges) { own, _ in own }
    .merging(streaks) { own, _ in own }
  }

  private var tiles: [[String: Any]] {
    let all = report.subjects.flatMap(\.picture.books.streaks)
    return [
      ["style": "unread", "figure": grouped(report.subjects.count), "label": "take part"],
      [
        "style": "pass", "figure": grouped(all.count { $0.state == .active }),
        "label": "streaks done for now",
      ],
      ["style": "fail", "figure": grouped(atRisk.count), "label": "at risk today"],
      [
        "style": "undetermined", "figure": rate.map { "\($0) %" } ?? "–",
        "label": "of finished challenges passed",
      ],
    ]
  }

  /// The name of a subject, as a link to its page.
  private func link(_ subject: SubjectRewards) -> String {
    let folder = subject.folder.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%25")
    let address = "\(folder)/\(ReportFile.subject.rawValue)"
    return
      "<a href=\"\(markup(address))\"><bdi>\(markup(subject.rank.subject.shortened(to: 80)))</bdi></a>"
  }

  private var standings: [String: Any] {
    let more = report.subjects.count - Self.mostRows
    return present([
      "standings": report.subjects.prefix(Self.mostRows).map { subject -> [String: Any] in
        let streaks = subject.picture.books.streaks.map(\.shortWords)
        return [
          "rank": subject.rank.rank, "link": link(subject),
          "points": grouped(subject.rank.earned), "level": subject.rank.level,
          "streaks": streaks.joined(separator: "; "), "badges": subject.rank.badges,
        ]
      },
      "moreStandings": more > 0
        ? "And \(grouped(more)) more; all of them are in standings.csv." : nil,
    ])
  }

  /// The streaks whose run breaks unless the subject is active today or this week.
  private var atRisk: [(subject: SubjectRewards, streak: StreakBook)] {
    report.subjects.flatMap { subject in
      subject.picture.books.streaks.filter { $0.state == .atRisk && $0.current != nil }
        .map { (subject, $0) }
    }.sorted { ($0.streak.current?.count ?? 0) > ($1.streak.current?.count ?? 0) }
  }

  private var risk: [String: Any] {
    let atRisk = atRisk
    return [
      "hasRisk": !atRisk.isEmpty,
      "risk": atRisk.prefix(Self.mostRows).map { subject, streak -> [String: Any] in
        [
          "link": link(subject),
          "words": "\(streak.name): a run of \(grouped(streak.current?.count ?? 0))"
            + (streak.freezesLeft > 0 ? ", \(streak.freezesLeft.counting("freeze")) left" : ""),
        ]
      },
    ]
  }

  private var badges: [String: Any] {
    let titles = report.programme.badges.reduce(into: [:]) { $0[$1.id] = $1.title }
    let held = report.subjects.flatMap { subject in
      subject.picture.books.badges.flatMap { badge in
        badge.held.map { (day: $0.day, badge: badge.id, subject: subject) }
      }
    }.sorted { ($1.day, $0.badge, $0.subject.rank.rank) < ($0.day, $1.badge, $1.subject.rank.rank) }
    return [
      "hasBadges": !held.isEmpty,
      "newest": held.prefix(12).map { held -> [String: Any] in
        [
          "title": (titles[held.badge] ?? held.badge).shortened(to: 80),
          "link": link(held.subject), "day": held.day.words,
        ]
      },
    ]
  }

  // MARK: Challenges

  private var finals: [KnownVerdict] {
    report.subjects.flatMap(\.picture.verdicts).filter(\.isFinal)
  }

  /// The percentage of finished challenges that were passed; `nil` before any is finished.
  private var rate: Int? {
    let finals = finals
    return finals.isEmpty ? nil : finals.count { $0.outcome == .pass } * 100 / finals.count
  }

  private var challenges: [String: Any] {
    let finals = finals
    let passed = finals.count { $0.outcome == .pass }
    let most = report.subjects.map { $0.picture.verdicts.count(where: \.isFinal) }.max() ?? 0
    let all = Dictionary(grouping: report.subjects.flatMap(\.picture.verdicts), by: \.challenge)
    return [
      "completion": rate.map {
        "\(grouped(passed)) of \(grouped(finals.count)) final verdicts are passes: \($0) %."
      } ?? "No verdict is final yet.",
      "hasFinished": !finals.isEmpty,
      "finished": report.subjects.prefix(Self.mostRows).map { subject -> [String: Any] in
        let own = subject.picture.verdicts.filter(\.isFinal)
        let passed = own.count { $0.outcome == .pass }
        return [
          "link": link(subject), "bar": plainBar(passed, of: most, style: "o-pass", hasTrack: true),
          "amount": "\(passed) of \(own.count)",
        ]
      },
      "challenges": all.sorted { $0.key < $1.key }.suffix(Self.mostRows).map {
        challenge, verdicts -> [String: Any] in
        let final = verdicts.filter(\.isFinal)
        return [
          "name": "\(challenge)", "days": (verdicts[0].from...verdicts[0].to).words,
          "pass": final.count { $0.outcome == .pass },
          "fail": final.count { $0.outcome != .pass }, "open": verdicts.count - final.count,
        ]
      },
    ]
  }

  // MARK: Streaks

  private var streaks: [String: Any] {
    [
      "streaks": report.programme.streaks.keys.sorted().map { name -> [String: Any] in
        let own = report.subjects.compactMap { subject in
          subject.picture.books.streaks.first { $0.name == name }.map { (subject, $0) }
        }
        let running = own.compactMap(\.1.current?.count)
        // Whole tenths, rounded down, give the mean one decimal without floating point.
        let tenths = running.isEmpty ? 0 : running.reduce(0, +) * 10 / running.count
        let best = own.filter { $0.1.longest != nil }
          .max { ($0.1.longest?.count ?? 0) < ($1.1.longest?.count ?? 0) }
        return [
          "name": name, "running": running.count, "mean": "\(tenths / 10).\(tenths % 10)",
          "longest": best?.1.longest?.count ?? 0, "by": best.map { link($0.0) } ?? "",
        ]
      }
    ]
  }
}
