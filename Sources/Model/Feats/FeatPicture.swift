/// All that is said of the attempts at an operator's feats.
public struct FeatPicture: Hashable, Sendable {
  /// A feat with its boards and the people that tried it.
  public struct Entry: Hashable, Sendable {
    /// The feat.
    public var feat: Feat
    /// This week's, this month's and that of all time.
    public var boards: [FeatBoard]
    /// The attempts, by person.
    public var histories: [FeatHistory]

    /// Makes the entry of a feat.
    public init(feat: Feat, boards: [FeatBoard], histories: [FeatHistory]) {
      (self.feat, self.boards, self.histories) = (feat, boards, histories)
    }
  }

  /// The feats and people.
  public var list: FeatList
  /// Decides weeks and months.
  public var zone: Zone
  /// The instant after which nothing counts.
  public var asOf: Instant
  /// The instant of the boards before.
  public var since: Instant
  /// One for each feat, in the order of the list.
  public var entries: [Entry]
  /// The attempts at feats that do not exist.
  public var unknown: [JudgedAttempt]

  /// Makes a picture.
  public init(
    list: FeatList, zone: Zone, asOf: Instant, since: Instant, entries: [Entry],
    unknown: [JudgedAttempt]
  ) {
    (self.list, self.zone, self.asOf, self.since) = (list, zone, asOf, since)
    (self.entries, self.unknown) = (entries, unknown)
  }
}
