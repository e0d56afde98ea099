/// All that is said of the attempts at an operator's feats.
package struct FeatPicture: Hashable, Sendable {
  /// A feat with its boards and the people that tried it.
  package struct Entry: Hashable, Sendable {
    /// The feat.
    package var feat: Feat
    /// This week's, this month's and that of all time.
    package var boards: [FeatBoard]
    /// The attempts, by person.
    package var histories: [FeatHistory]

    package init(feat: Feat, boards: [FeatBoard], histories: [FeatHistory]) {
      (self.feat, self.boards, self.histories) = (feat, boards, histories)
    }
  }

  /// The feats and people.
  package var list: FeatList
  /// Decides weeks and months.
  package var zone: Zone
  /// The instant after which nothing counts.
  package var asOf: Instant
  /// The instant of the boards before.
  package var since: Instant
  /// One for each feat, in the order of the list.
  package var entries: [Entry]
  /// The attempts at feats that do not exist.
  package var unknown: [JudgedAttempt]

  package init(
    list: FeatList, zone: Zone, asOf: Instant, since: Instant, entries: [Entry],
    unknown: [JudgedAttempt]
  ) {
    (self.list, self.zone, self.asOf, self.since) = (list, zone, asOf, since)
    (self.entries, self.unknown) = (entries, unknown)
  }
}
