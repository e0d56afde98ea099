import DaymarkModel

/// The sport of a session, by its two numbers.
///
/// Source: FIT profile, types `sport` and `sub_sport`. Unknown numbers are ``ActivityKind/other``.
struct FITSport {
  var sport: Int64?
  var subSport: Int64?

  /// On a bicycle with a motor the rider still pedals, and Apple has no other kind of workout and
  /// of distance for it, so `e_biking` is `.cycle`: the same ride is the same whoever recorded it.
  ///
  /// A transition is none of the legs around it, and wheelchairs make no steps: `.other`.
  var kind: ActivityKind {
    switch sport {
    case 1: .run
    case 2, 21: .cycle
    case 5: .swim
    case 11: .walk
    case 15: .row
    // By its name, too, mountaineering is a hike.
    case 16, 17: .hike
    case 62: .hiit
    // Generic, fitness equipment and training leave it to the sub-sport.
    case nil, 0, 4, 10: kindOfSubSport
    default: .other
    }
  }

  private var kindOfSubSport: ActivityKind {
    switch subSport ?? 0 {
    case 1, 3, 4, 45: .run
    case 5...13, 46: .cycle
    case 14: .row
    case 17, 18: .swim
    case 20: .strength
    case 27, 30, 31: .walk
    case 43: .yoga
    case 70, 73, 74, 75: .hiit
    default: .other
    }
  }

  /// As far as the sub-sport says; a gym's machines and weights, too.
  var isIndoor: Bool {
    switch subSport ?? 0 {
    case 1, 5, 6, 14...17, 20, 25, 27, 43...45, 58, 68, 86, 87, 88: true
    default: sport == 4
    }
  }

  /// `total_cycles` of these are strides, two steps each; of others strokes or turns.
  var countsStrides: Bool { [.run, .walk, .hike].contains(kind) }
}
