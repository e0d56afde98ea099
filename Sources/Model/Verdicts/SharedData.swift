/// A group of subjects that handed in the same.
public struct SharedData: Hashable, Sendable {
  /// `archive.shared` or `days.shared`.
  public var code: FlagCode
  /// At least two, ascending.
  ///
  /// Each shares with another, not all with each.
  public var subjects: [String]
  /// The most archives, or days, that one of them shares.
  public var count: Int

  package init(code: FlagCode, subjects: [String], count: Int) {
    self.code = code
    self.subjects = subjects
    self.count = count
  }
}
