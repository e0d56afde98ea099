/// Something in a subject's training that a lifter wants to know, with the weeks and numbers it rests on.
///
/// See Strength, "Signs".
package struct StrengthSign: Hashable, Sendable {
  /// The kinds of signs; the raw value is the stable name.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// Every of the last complete weeks had fewer sets for the muscle than make it grow.
    case underStimulated = "muscle.under_stimulated"
    /// None of them had a set for it.
    case untrained = "muscle.untrained"
    /// The last complete week had more sets than a person recovers from.
    case overMaximum = "muscle.over_maximum"
    /// Several weeks running had more sets than are of use.
    case overUseful = "muscle.over_useful"
    /// A week with training, and much less of it than in those before.
    case deloadTaken = "deload.taken"
    /// A light week is due.
    case deloadDue = "deload.due"
    /// Weeks without a session.
    case layoff
    /// A lift that has not grown.
    case plateau
    /// A week with many more sets than those before.
    case spike
  }

  /// The numbers that signs rest on; the raw value is the stable name.
  package enum Figure: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Hard sets, or fractional sets of a muscle.
    case sets
    /// The bound that they were compared with.
    case bound
    /// The mean of the weeks before.
    case meanBefore
    /// Kilograms, of estimates of the greatest load.
    case best, bestBefore
    /// Weeks since the last light week, or since the first.
    case weeksSince
    /// Lifts whose estimate fell, and those that were compared.
    case liftsDown, liftsCompared
    /// Points of perceived exertion that a load of the same share has risen by.
    case effortRise
    /// The volume by that of two weeks before, in percent.
    case volumePercent
    /// Muscles with more sets than a person recovers from.
    case musclesOver

    /// Orders figures by name, as they are written.
    package static func < (a: Figure, b: Figure) -> Bool { a.rawValue < b.rawValue }
  }

  /// The kind.
  package var code: Code
  /// The muscle's landmark or the lift that it is about; `nil` where it is about all training.
  package var subject: String?
  /// The Mondays of the weeks that it rests on, ascending.
  package var weeks: [CivilDay]
  /// The numbers that it rests on, one or one for each week.
  package var figures: [Figure: [Quantity]]

  package init(
    _ code: Code, of subject: String? = nil, weeks: [CivilDay], _ figures: [Figure: [Quantity]]
  ) {
    (self.code, self.subject) = (code, subject)
    (self.weeks, self.figures) = (weeks, figures)
  }
}
