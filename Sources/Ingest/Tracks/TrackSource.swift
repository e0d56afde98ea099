import DaymarkModel
import Foundation

extension Source {
  /// The source of a track file, from the product that it says wrote it; Semantics, "Sources and
  /// their order".
  ///
  /// - Parameters:
  ///   - product: `Garmin Forerunner 945`, `StravaGPX`; `nil` when the file does not say.
  ///   - accountProvider: The provider of the export that the file lies in.
  init(product: String?, accountProvider: Provider?) {
    let fallback = accountProvider ?? .unknown
    guard let product, !product.isEmpty else {
      self.init(provider: fallback, name: fallback.id, deviceClass: .tracker)
      return
    }
    self.init(
      provider: Provider(makerOf: product) ?? fallback, name: product, deviceClass: .tracker)
  }
}

extension Provider {
  /// The provider of an activity file that does not name its maker.
  static let unknown: Provider = "unknown"

  /// Makes the maker of a product, whose name most products begin with.
  ///
  /// Garmin's often begin with the name of the product line.
  ///
  /// Letters with a diacritic count as those without.
  fileprivate init?(makerOf product: String) {
    let text = product.lowercased().decomposedLetters
    if let maker = makers.first(where: { text.hasPrefix($0.id) }) {
      self = maker
    } else if garminLines.contains(where: text.hasPrefix) {
      self = .garmin
    } else {
      return nil
    }
  }
}

private let makers: [Provider] = [
  .garmin, .strava, "suunto", "polar", "coros", "wahoo", .fitbit, .apple, "zwift",
  "trainerroad", "runkeeper", "runtastic", "mapmyride", "mapmyrun", "endomondo", "komoot", "nike",
  "samsung", "huawei", "amazfit", "zepp", "xiaomi", "tomtom", "sigma", "hammerhead", "bryton",
  "lezyne", "withings", "whoop", "decathlon", "karoo", "ridewithgps", "concept2", "peloton",
  "opentracks", "osmand", "gpsbabel",
]

private let garminLines = [
  "forerunner", "edge", "fenix", "vivo", "venu", "instinct", "enduro", "epix", "marq", "etrex",
  "oregon", "gpsmap", "swim 2", "descent", "approach",
]

extension String {
  /// The text without diacritics: `vívoactive` becomes `vivoactive`.
  fileprivate var decomposedLetters: String {
    folding(options: .diacriticInsensitive, locale: nil)
  }
}
