/// A group of subjects that handed in the same.
package struct SharedData: Hashable, Sendable {
  /// `archive.shared` or `days.shared`.
  package var code: FlagCode
  /// At least two, ascending.
  ///
  /// Each shares with another, not all with each.
  package var subjects: [String]
  /// The most archives, or days, that one of them shares.
  package var count: Int

  package init(code: FlagCode, subjects: [String], count: Int) {
    self.code = code
    self.subjects = subjects
    self.count = count
  }
}
