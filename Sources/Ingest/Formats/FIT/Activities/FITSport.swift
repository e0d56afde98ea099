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
    guard let sport else { return kindOfSubSport }
    return switch FITSportType(rawValue: sport) {
    case .running: .run
    case .cycling, .eBiking: .cycle
    case .swimming: .swim
    case .walking: .walk
    case .rowing: .row
    // Mountaineering is a hike by its name, too.
    case .mountaineering, .hiking: .hike
    case .hiit: .hiit
    case .generic, .fitnessEquipment, .training: kindOfSubSport
    case nil: .other
    }
  }

  private var kindOfSubSport: ActivityKind {
    switch FITSubSportType(rawValue: subSport ?? 0) {
    case .treadmill, .trail, .track, .indoorRunning: .run
    case .spin, .indoorCycling, .road, .mountain, .downhill, .recumbent, .cyclocross, .handCycling,
      .trackCycling, .gravelCycling:
      .cycle
    case .indoorRowing: .row
    case .lapSwimming, .openWater: .swim
    case .strengthTraining: .strength
    case .indoorWalking, .casualWalking, .speedWalking: .walk
    case .yoga: .yoga
    case .hiit, .amrap, .emom, .tabata: .hiit
    default: .other
    }
  }

  /// Whether the sub-sport says that it was indoors; a gym's machines and weights say so, too.
  var isIndoor: Bool {
    switch FITSubSportType(rawValue: subSport ?? 0) {
    case .treadmill, .spin, .indoorCycling, .indoorRowing, .elliptical, .stairClimbing,
      .lapSwimming, .strengthTraining, .indoorSkiing, .indoorWalking, .yoga, .pilates,
      .indoorRunning, .virtualActivity, .indoorClimbing, .indoorWheelchairWalk,
      .indoorWheelchairRun, .indoorHandCycling:
      true
    default: sport == FITSportType.fitnessEquipment.rawValue
    }
  }

  /// `total_cycles` of these are strides, two steps each; of others strokes or turns.
  var countsStrides: Bool { [.run, .walk, .hike].contains(kind) }
}
