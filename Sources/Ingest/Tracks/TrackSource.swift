import DaymarkModel
import Foundation

/// The source of a track file, from the product that it says wrote it; Semantics, "Sources and
/// their order".
///
/// - Parameters:
///   - product: `Garmin Forerunner 945`, `StravaGPX`; `nil` when the file does not say.
///   - accountProvider: The provider of the export that the file lies in.
func trackSource(product: String?, accountProvider: String?) -> Source {
  let fallback = accountProvider ?? "unknown"
  guard let product, !product.isEmpty else {
    return Source(provider: fallback, name: fallback, deviceClass: .tracker)
  }
  return Source(provider: maker(of: product) ?? fallback, name: product, deviceClass: .tracker)
}

/// The maker in lower case: most products begin with its name, and Garmin's often with that of
/// their line.
///
/// Letters with a mark count as those without.
private func maker(of product: String) -> String? {
  let text = product.lowercased().decomposedLetters
  if let maker = makers.first(where: text.hasPrefix) { return maker }
  return garminLines.contains(where: text.hasPrefix) ? "garmin" : nil
}

private let makers = [
  "garmin", "strava", "suunto", "polar", "coros", "wahoo", "fitbit", "apple", "zwift",
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
  /// Without the marks on letters: `vívoactive` is `vivoactive`.
  fileprivate var decomposedLetters: String {
    folding(options: .diacriticInsensitive, locale: nil)
  }
}
