import DaymarkDocuments
import DaymarkModel
import DaymarkReport
import Testing

/// The pages of a programme; see Rewards, "Pages".
struct ProgrammePageTests {
  private let pages: ReportPages

  init() throws { pages = try ReportPages(words: ReportWords { $0.code.rawValue }) }

  private func day(_ offset: Int) -> CivilDay { CivilDay(ordinal: 20_518 + Int32(offset)) }

  private let asOf = Instant(seconds: 1_773_273_600)

  /// A programme of a streak and a badge, from Monday, 2 March 2026, on.
  private func programme(title: String = "Learning") -> Programme {
    var programme = Programme(
      name: VersionedName(name: "learning", version: "1.0.0"), title: title, from: day(-4))
    let minutes = DayValue.activities(.duration, of: ActivityTest())
    programme.streaks["days"] = Streak(.day, day: DayTest(minutes, .atLeast(Quantity(15))))
    programme.badges = [
      Badge(id: "week", title: title, text: title, when: .streak(of: "days", atLeast: 7))
    ]
    return programme
  }

  /// Somebody who earned 20 points on the first day, and lost 5 of them again.
  private func subject(_ id: String = "anna", title: String = "Learning") -> SubjectRewards {
    var books = RewardBooks(subject: id, asOf: asOf)
    var first = LedgerLine(.earned, day(0), points: 20, at: asOf)
    first.part = .base
    var second = LedgerLine(.corrected, day(0), points: -5, at: asOf)
    (second.part, second.balance) = (.base, 15)
    var third = LedgerLine(.redeemed, day(2), points: -18, at: asOf)
    (third.balance, third.redemption) = (-3, id)
    books.lines = [first, second, third]
    (books.points.balance, books.points.earned, books.points.redeemed) = (-3, 15, 18)
    var streak = StreakBook(name: "days")
    streak.state = .atRisk
    streak.current = StreakBook.Run(first: day(0), last: day(1), count: 2)
    streak.longest = StreakBook.Run(first: day(-4), last: day(-1), count: 4)
    (streak.freezesLeft, streak.nextMilestone) = (1, 7)
    books.streaks = [streak]
    books.badges = [BadgeBook(id: "week", progress: 57)]
    var picture = RewardPicture(books)
    var calendar = StreakCalendar(streak: "days")
    calendar.days = StreakCalendar.Mark.allCases.enumerated().map {
      StreakCalendar.Day(day($0.offset - 4), $0.element)
    }
    picture.calendars = [calendar]
    picture.verdicts = [
      KnownVerdict(
        ChallengeOccurrence(id, occurrence: "2026-03"), from: day(-4), to: day(2), .pass,
        isFinal: true, digest: .ofNothing, at: asOf),
      KnownVerdict(
        ChallengeOccurrence("b"), from: day(-4), to: day(2), .fail, isFinal: true,
        digest: .ofNothing, at: asOf),
      KnownVerdict(
        ChallengeOccurrence("c"), from: day(-4), to: day(2), .pass, isFinal: false,
        digest: .ofNothing, at: asOf),
    ]
    var subject = SubjectRewards(RewardRank(books), folder: folderName(of: id), picture)
    var progress = ChallengeProgress(
      ChallengeOccurrence("c"), title: title, days: day(-4)...day(2), outcome: .undetermined,
      isOver: false)
    progress.parts = [
      ChallengeProgress.Part(
        title, current: Quantity(179), target: Quantity(180), unit: .minute)
    ]
    subject.running = [progress]
    return subject
  }

  private func report(_ subjects: [SubjectRewards], title: String = "Learning") -> ProgrammeReport {
    ProgrammeReport(programme(title: title), asOf: asOf, subjects: subjects, toolVersion: "1")
  }

  @Test func `the page of a programme tells who is at risk, and how much was passed`() {
    let page = pages.programme(report([subject()]))
    #expect(page.contains("<a href=\"anna/report.html\"><bdi>anna</bdi></a>"))
    #expect(page.contains("days: a run of 2, 1 freeze left"))
    // Of two verdicts that are final one is a pass; the third is not final.
    #expect(page.contains("1 of 2 final verdicts are passes: 50 %."))
    #expect(page.contains("No badge is unlocked yet."))
    #expect(page.contains("<td class=\"n\" data-label=\"Mean length\">2.0</td>"))
    #expect(page.contains("<td class=\"n\" data-label=\"Longest of all\">4</td>"))
  }

  @Test func `nobody is at risk, and nothing finished, where nobody has books`() {
    let page = pages.programme(report([]))
    #expect(page.contains("No subject has days yet.") && malformation(of: page) == nil)
  }

  @Test func `the page of a person has a calendar, points and badges with their progress`() {
    let page = pages.rewards(of: subject(), in: report([subject()]))
    #expect(page.contains("A run of 2 since 6 Mar 2026, which today decides. The longest: 4, 2 to"))
    // Seven days of the first week, each another mark, in the order of the legend.
    #expect(page.contains("<td class=\"letters\">xf-.rpo</td>"))
    #expect(page.contains("<strong><bdi>Learning</bdi></strong>"))
    #expect(page.contains("<span class=\"amount\">57 %</span>"))
    // 179 of 180 is no 100 per cent.
    #expect(page.contains("179 min of 180 min, 1 min to go: nearly there"))
    #expect(page.contains("<span class=\"amount\">99 %</span>"))
    #expect(
      page.contains(
        "The balance is below zero: later data took back 5 points for 6 Mar 2026 after 18 points had"
      ))
    #expect(page.contains("<tr><th scope=\"row\">8 Mar 2026</th><td class=\"n\">0</td>"))
    #expect(page.contains("<td class=\"n\">-3</td>"))
  }

  @Test(arguments: [
    "</title></style><script>alert(1)</script>", "\" onload=\"x", "' & &amp; <!-- ]]>",
    "\u{202E}gnp.exe", "{{style}} {{{style}}}", String(repeating: "long", count: 2500),
  ])
  func `whatever people write stays text of a well-formed page`(text: String) {
    let subject = subject(text, title: text)
    let report = report([subject], title: text)
    for page in [pages.programme(report), pages.rewards(of: subject, in: report)] {
      #expect(malformation(of: page) == nil)
      #expect(!page.contains("<script") && !page.contains("\u{202E}"))
    }
  }

  @Test(arguments: [
    (0, 0), (161.99, 89), (162, 90), (179.99, 99), (180, 100), (500, 100),
  ])
  func `progress is rounded down, and never 100 before it is met`(
    current: Double, perCent: Int
  ) {
    let part = ChallengeProgress.Part(
      "", current: Quantity(microUnits: Int64((current * 1_000_000).rounded())),
      target: Quantity(180), unit: .minute)
    #expect(part.perCent == perCent && part.isMet == (current >= 180))
    #expect(part.isNear == (90...99).contains(perCent))
    #expect(
      part.remaining
        == (part.isMet ? .zero : Quantity(microUnits: 180_000_000 - part.current.microUnits)))
  }
}
