/// Everything that is shown of the attempts at an operator's feats.
package struct FeatPicture: Hashable, Sendable {
  /// A feat with its boards and the people that tried it.
  package struct Entry: Hashable, Sendable {
    package var feat: Feat
    /// The boards of the week, of the month and of all time.
    package var boards: [FeatBoard]
    /// The histories of the feat's attempts, by person.
    package var histories: [FeatHistory]

    package init(feat: Feat, boards: [FeatBoard], histories: [FeatHistory]) {
      (self.feat, self.boards, self.histories) = (feat, boards, histories)
    }
  }

  /// The feats and people.
  package var list: FeatList
  /// The zone that decides weeks and months.
  package var zone: Zone
  /// The instant of evaluation; later attempts do not count.
  package var asOf: Instant
  /// The instant of the previous boards, with which ranks are compared.
  package var since: Instant
  /// One entry for each feat of ``list``, in its order.
  package var entries: [Entry]
  /// The attempts at feats that the list does not have.
  package var unknown: [JudgedAttempt]

  package init(
    list: FeatList, zone: Zone, asOf: Instant, since: Instant, entries: [Entry],
    unknown: [JudgedAttempt]
  ) {
    (self.list, self.zone, self.asOf, self.since) = (list, zone, asOf, since)
    (self.entries, self.unknown) = (entries, unknown)
  }
}
