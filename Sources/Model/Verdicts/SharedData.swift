/// A group of subjects that handed in the same archives or days.
package struct SharedData: Hashable, Sendable {
  /// The kind of shared data: `archive.shared` or `days.shared`.
  package var code: FlagCode
  /// The subjects' ids, at least two, ascending.
  ///
  /// Each shares with at least one other, not necessarily with all.
  package var subjects: [String]
  /// The greatest number of archives, or days, that one of the subjects shares.
  package var count: Int

  package init(code: FlagCode, subjects: [String], count: Int) {
    self.code = code
    self.subjects = subjects
    self.count = count
  }
}
