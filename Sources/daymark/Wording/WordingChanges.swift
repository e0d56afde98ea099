import DaymarkPipeline

// Why a verdict is another than at the run before.

extension Wording {
  static func words(_ cause: ChangeCause) -> String {
    switch cause {
    case .subjectNew: "new in the pipeline"
    case .subjectGone: "no longer in the pipeline"
    case .readFailed: "nothing could be read"
    case .readAgain: "its inputs can be read again"
    case .inputAdded: "a new input"
    case .inputRemoved: "an input is no longer handed in"
    case .inputLate: "an input is late"
    case .inputDamaged: "an input is damaged"
    case .ruleChanged: "the rule has changed"
    case .settingsChanged: "the settings of the pipeline have changed"
    case .sharingChanged: "what it shares with others has changed"
    case .periodOver: "the period is over"
    case .deadlinePassed: "the proof deadline has passed"
    case .programChanged: "another version of daymark"
    case .instantChanged: "decided as of another instant"
    case .unknown: "no cause is known"
    }
  }
}
