/// Something in a subject's training that a lifter wants to know, with the weeks and numbers behind
/// it.
///
/// See Strength, "Signs".
package struct StrengthSign: Hashable, Sendable {
  /// The kinds of signs; the raw value is the stable name.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// In each of the last complete weeks the muscle had too few sets to grow.
    case underStimulated = "muscle.under_stimulated"
    /// In the last complete weeks the muscle had no set.
    case untrained = "muscle.untrained"
    /// In the last complete weeks the muscle had sets, but no hard one.
    case noHardSet = "muscle.no_hard_set"
    /// In the last complete week the muscle had more sets than a person recovers from.
    case overMaximum = "muscle.over_maximum"
    /// In several successive weeks the muscle had more sets than are useful.
    case overUseful = "muscle.over_useful"
    /// A week had training, but much less than the weeks before.
    case deloadTaken = "deload.taken"
    /// A light week is due.
    case deloadDue = "deload.due"
    /// Weeks passed without a session.
    case layoff
    /// A lift has not improved.
    case plateau
    /// A lift has become weaker.
    case decline
    /// A week had many more sets than the weeks before.
    case spike
  }

  /// The numbers behind signs; the raw value is the stable name.
  package enum Figure: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The number of hard sets, or of fractional sets for a muscle.
    case sets
    /// The bound with which the sets were compared.
    case bound
    /// The mean over the weeks before.
    case meanBefore
    /// The best estimates of a week's lifts in percent of those of the weeks before, as a median.
    case loadPercent
    /// The best estimates of the one-repetition maximum, in kilograms: now and before.
    case best, bestBefore
    /// The number of weeks since the last light week, or since the first week.
    case weeksSince
    /// The number of lifts whose estimate fell, and the number of lifts that were compared.
    case liftsDown, liftsCompared
    /// The rise of perceived exertion, in points, at a load of the same share of the maximum.
    case effortRise
    /// The volume in percent of that of two weeks before.
    case volumePercent
    /// The number of muscles with more sets than a person recovers from.
    case musclesOver

    /// Orders figures by name, as documents list them.
    package static func < (a: Figure, b: Figure) -> Bool { a.rawValue < b.rawValue }
  }

  /// The kind of the sign.
  package var code: Code
  /// The landmark's muscle or the lift that the sign is about; `nil` where it is about all
  /// training.
  package var subject: String?
  /// The Mondays of the weeks behind the sign, ascending.
  package var weeks: [CivilDay]
  /// The numbers behind the sign: one, or one for each week.
  package var figures: [Figure: [Quantity]]

  package init(
    _ code: Code, of subject: String? = nil, weeks: [CivilDay], _ figures: [Figure: [Quantity]]
  ) {
    (self.code, self.subject) = (code, subject)
    (self.weeks, self.figures) = (weeks, figures)
  }
}
