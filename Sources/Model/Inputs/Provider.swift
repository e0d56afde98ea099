/// The ecosystem that data comes from: the maker of a device, or a service that keeps its data.
///
/// A provider can be any lower-case text. Those that are declared here have an input format of
/// their own.
package struct Provider: Hashable, Sendable {
  /// The stable name in evidence, in keys of sources and in the store.
  package let id: String

  package init(_ id: String) { self.id = id }

  /// Apple: the Health app.
  package static let apple = Provider("apple")
  /// Fitbit: its trackers and the account's exports.
  package static let fitbit = Provider("fitbit")
  /// Garmin: its devices and Garmin Connect.
  package static let garmin = Provider("garmin")
  /// Health Connect: the store of an Android phone, into which apps of any maker write.
  package static let healthConnect = Provider("health-connect")
  /// Health Auto Export: an app that sums up the store of an iPhone's Health app.
  package static let healthAutoExport = Provider("health-auto-export")
  /// Strava, with what was uploaded or typed in there.
  package static let strava = Provider("strava")
  /// An operator's table of attempts at feats.
  package static let featTable = Provider("feat-table")
  /// Ladder: the attempts at feats that its application keeps.
  package static let featLadder = Provider("feat-ladder")
  /// A person's own log of sessions, in no app's format.
  package static let sessionLog = Provider("session-log")
  /// One person of a file with the attempts of several.
  package static let person = Provider("feat-person")

  /// Whether the provider's data is attempts at feats.
  package var isOfFeats: Bool { [.featTable, .featLadder, .person].contains(self) }

  /// Whether the provider's exports come from one store of health data, into which devices and apps
  /// of any maker write.
  ///
  /// A source in such an export may be another tracker's app, which writes a day's total as one
  /// instant. Sessions of one source in two exports are those of one store. See Semantics, "Day
  /// totals" and "Sessions".
  package var isHealthStore: Bool { self == .apple }
}

extension Provider: ExpressibleByStringLiteral {
  package init(stringLiteral id: String) { self.init(id) }
}

extension Provider: CustomStringConvertible {
  package var description: String { id }
}
