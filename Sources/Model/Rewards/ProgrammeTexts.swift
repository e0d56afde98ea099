/// The texts of a version of a programme, by which it is read again when the files have changed.
package struct ProgrammeTexts: Hashable, Sendable {
  /// The text of `programme.yaml`.
  package var programme: String
  /// The text of the file of badges; empty without one.
  package var badges: String

  /// Makes the texts of a version.
  package init(programme: String, badges: String) {
    (self.programme, self.badges) = (programme, badges)
  }

  /// The digest of both.
  package var digest: Digest { Digest(of: Array((programme + "\u{0}" + badges).utf8)) }
}

extension Programme {
  /// The values of a day that points, streaks and badges ask for.
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
