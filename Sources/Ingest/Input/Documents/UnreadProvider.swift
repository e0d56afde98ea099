import DaymarkModel

extension UnreadProvider {
  /// Makes the provider whose exports contain a file with this name or folder.
  ///
  /// Only unambiguous names are used, because a wrong answer would mislead more than none.
  init?(ofPath path: String) {
    let path = path.lowercased()
    guard let name = path.split(separator: "/").last else { return nil }
    let provider = Self.allCases.first { provider in
      // Each comment below shows the paths that an export of the provider has.
      switch provider {
      // Google Takeout has `Fit/Daily activity metrics/2024-05-01.csv`, `Fit/All Data/...json`.
      case .googleFit:
        ["daily activity metrics", "all data", "all sessions"].contains {
          path.contains("takeout/fit/\($0)/")
        }
      // `com.samsung.shealth.step_daily_trend.20240501120000.csv`.
      case .samsungHealth:
        name.hasPrefix("com.samsung.shealth.") || name.hasPrefix("com.samsung.health.")
      // `training-session-2024-05-01-8251681128-0e193154.json`, since 2026
      // `training-session_2026...`.
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
  /// Makes the error of an input without any recognized document.
  ///
  /// - Parameter provider: The provider of the export, according to file names.
  init(unrecognised provider: UnreadProvider?, at location: InputLocation) {
    self.init(provider == nil ? .archiveUnrecognised : .archiveUnreadProvider, at: location) {
      $0.provider = provider
    }
  }
}
