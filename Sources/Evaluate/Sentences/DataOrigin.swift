import DaymarkModel

/// What holds the data of a value: a log that the participant keeps, attempts at feats, or what a
/// device recorded.
enum DataOrigin {
  case workoutLog, sessionLog, attempts, device

  /// What to hand in where nothing tells of the value.
  var wordsOfHandingIn: String {
    switch self {
    case .workoutLog: "hand in your workout log"
    case .sessionLog: "hand in your log of sessions"
    case .attempts: "hand in your attempts"
    case .device: "hand in what your device recorded"
    }
  }

  /// Returns the words for data that ends on a day, with what to do while more still counts.
  ///
  /// A log ends with the last session, so there may be nothing newer.
  func wordsOfEnd(_ day: CivilDay, takesMore: Bool) -> String {
    let (ends, remedy) =
      switch self {
      case .workoutLog: ("your log ends", "if you trained after that, hand in a newer one")
      case .sessionLog: ("your log ends", "if there is more after that, hand in a newer one")
      case .attempts: ("your attempts end", "if there are more after that, hand them in")
      case .device: ("the data ends", "hand in a newer export")
      }
    return "\(ends) on \(day)" + (takesMore ? ": \(remedy)" : "")
  }

  /// What somebody lacks who handed in nothing.
  var wordsOfAnything: String {
    switch self {
    case .workoutLog: "a workout log of these days"
    case .sessionLog: "a log of the sessions of these days"
    case .attempts: "the attempts of these days"
    case .device: "an export of these days"
    }
  }

  /// What somebody lacks whose data ends too early, because later data was not recorded or sent
  /// when it was handed in.
  var wordsOfNewer: String {
    switch self {
    case .workoutLog: "a newer workout log, if there was training after this one ends"
    case .sessionLog: "a newer log of sessions, if there were any after this one ends"
    case .attempts: "newer attempts, if there were any after these"
    case .device: "a newer export, with the days after the data ends"
    }
  }
}

extension DayValue {
  /// What holds the data of the value.
  var origin: DataOrigin {
    switch self {
    case .strength, .lift: .workoutLog
    case .activities(_, let test) where test.looksAtLogsAlone: .sessionLog
    case .feat: .attempts
    case .metric, .heartRate, .heartMinutes, .activities: .device
    case .weighted(let sum): sum.terms.first?.value.origin ?? .device
    }
  }
}
