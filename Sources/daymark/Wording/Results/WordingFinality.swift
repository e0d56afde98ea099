import DaymarkModel

// Words for whether a verdict may still change; see Pipelines, "Final".

extension Wording {
  /// Returns, for a table, the time until which a verdict may change.
  static func cell(_ finality: Finality) -> String {
    switch finality {
    case .final: "final"
    case .provisional(let until?): "\(until)"
    case .provisional(nil): "not final"
    }
  }

  static func sentence(_ finality: Finality) -> String {
    switch finality {
    case .final: "It is final: nothing that is handed in changes it."
    case .provisional(let until?):
      "It is provisional: another archive may change it until \(until)."
    case .provisional(nil):
      "It is provisional: further inputs may change it, and it is not known until when."
    }
  }
}
