/// The texts of a programme's files, kept so that a version can be read again after the files have
/// changed.
package struct ProgrammeTexts: Hashable, Sendable {
  /// The text of `programme.yaml`.
  package var programme: String
  /// The text of the file of badges; empty if there is none.
  package var badges: String

  package init(programme: String, badges: String) {
    (self.programme, self.badges) = (programme, badges)
  }

  /// The digest of both texts together.
  package var digest: Digest { Digest(of: Array((programme + "\u{0}" + badges).utf8)) }
}

extension Programme {
  /// The values of a day that the programme's points, streaks and badges need.
  package var values: Set<DayValue> {
    var values = Set(points.base.map(\.value))
    for streak in streaks.values {
      values.insert(streak.day.value)
      if case .week(.total(let value, _)) = streak.unit { values.insert(value) }
    }
    for badge in badges {
      if case .total(let leaf) = badge.when { values.insert(leaf.value) }
    }
    return values
  }
}
