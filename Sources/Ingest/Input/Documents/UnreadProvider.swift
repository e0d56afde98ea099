import DaymarkModel

extension UnreadProvider {
  /// The provider whose exports have a file of this name, or in such a folder.
  ///
  /// Only names that nobody else gives: what is told wrongly would mislead more than silence.
  init?(ofPath path: String) {
    let path = path.lowercased()
    guard let name = path.split(separator: "/").last else { return nil }
    let provider = Self.allCases.first { provider in
      switch provider {
      // Google Takeout: `Fit/Daily activity metrics/2024-05-01.csv`, `Fit/All Data/...json`.
      case .googleFit:
        ["daily activity metrics", "all data", "all sessions"].contains {
          path.contains("takeout/fit/\($0)/")
        }
      // `com.samsung.shealth.step_daily_trend.20240501120000.csv`.
      case .samsungHealth:
        name.hasPrefix("com.samsung.shealth.") || name.hasPrefix("com.samsung.health.")
      // `training-session-2024-05-01-8251681128-0e193154.json`, since 2026 `training-session_2026...`.
      case .polar:
        name.hasSuffix(".json")
          && ["training-session-20", "training-session_20"].contains { name.hasPrefix($0) }
      // `raw_tracker_steps.csv`, `raw_tracker_distance.csv`.
      case .withings: name.hasPrefix("raw_tracker_") && name.hasSuffix(".csv")
      case .whoop: name == "physiological_cycles.csv"
      // `Motion path detail data & description/motion path detail data.json`.
      case .huawei:
        name.hasSuffix(".json")
          && ["motion path detail data", "sport per minute merged data"].contains {
            name.hasPrefix($0)
          }
      // `Exercise-Summary-2025-01-01-to-2025-12-31.csv`.
      case .myFitnessPal: name.hasPrefix("exercise-summary-") && name.hasSuffix(".csv")
      // `20260301_123_MiFitness_hlth_center_sport_record.csv`.
      case .miFitness: name.contains("_mifitness_")
      // `HEARTRATE_AUTO/HEARTRATE_AUTO_1712345678901.csv`.
      case .zepp:
        name.hasSuffix(".csv")
          && ["heartrate_auto_", "activity_minute_", "activity_stage_"].contains {
            name.hasPrefix($0)
          }
      }
    }
    guard let provider else { return nil }
    self = provider
  }
}

extension DaymarkError {
  /// An input of which no format recognises anything.
  ///
  /// - Parameter provider: Whose export it is, by the names of its files.
  init(unrecognised provider: UnreadProvider?, at location: InputLocation) {
    self.init(provider == nil ? .archiveUnrecognised : .archiveUnreadProvider, at: location) {
      $0.provider = provider
    }
  }
}
