import DaymarkModel

// Words for attempts at feats.
extension Wording {
  static func unknownFeat(_ facts: Finding.Facts) -> Parts {
    let known = facts.known ?? []
    return (
      "there is no feat `\(facts.value ?? "")`; there are \(known.joined(separator: ", "))",
      facts.suggestion.map { "write `\($0)`" }
    )
  }

  /// Returns why an attempt does not count, for the end of its row in a table.
  static func words(_ refusal: FeatRefusal, _ feat: Feat?) -> String {
    switch refusal {
    case .unknownFeat: "no feat has this id"
    case .inFuture: "it is in the future"
    case .otherMonth: "it is not in \(feat?.month.map { "\($0)" } ?? "the feat's month")"
    case .nothingDone: "the figure that counts is missing, or zero"
    case .unitUnknown: "kilograms or pounds is not stated: give --load-unit"
    case .untimed: "the log does not say how long it took"
    case .overTime:
      feat?.durationSeconds.map { "it took more than \($0) s" } ?? "it took too long"
    case .tooFast: "more than \(feat?.mostPerSecond ?? 0) repetitions a second"
    case .tooHeavy: "more than anybody lifts"
    case .repeated: "the same attempt is there twice"
    }
  }

  /// Returns the name of a kind of record, for example `best estimate` or `repetitions with 80 kg`.
  static func words(_ kind: PersonalRecord.Kind) -> String {
    switch kind {
    case .mostRepetitions: "most repetitions"
    case .heaviest: "heaviest, kg"
    case .repetitionsAt(let load): "repetitions with \(load) kg"
    case .bestEstimate: "best estimate, kg"
    case .greatestVolume: "load × repetitions, kg"
    case .longest: "longest, s"
    case .furthest: "furthest, m"
    }
  }
}

extension FeatFigure {
  /// The heading of a column, for example `repetitions` or `load kg`.
  var heading: String { symbol.isEmpty ? rawValue : "\(rawValue) \(symbol)" }
}

extension FeatBoard {
  /// The title of the board, for example `This week, 2025-11-17 to 2025-11-23`.
  var title: String {
    let name =
      switch span {
      case .thisWeek: "This week"
      case .thisMonth: "This month"
      case .allTime: "All time"
      }
    return name + (days.map { ", \($0.lowerBound) to \($0.upperBound)" } ?? "")
  }
}
