import DaymarkModel

/// The time of which an export can say what was there.
///
/// A phone that was set up anew gets what it had before from its owner's account, the newest first, and an export of
/// these days lacks the rest. So an export of which a source begins in the last two weeks says nothing of the time before
/// that; nor of any source that it lacks, where all of its devices begin then.
struct Witness {
  /// The days that a phone may take to get what it had before.
  private static let syncDays = 14

  /// The first instants of the sources that begin late.
  private let beginnings: [UInt16: Instant]
  private let known: Set<UInt16>
  /// The first instant of all devices, where they begin late.
  private let first: Instant?

  init(_ export: ExportContents, _ sources: [Source]) {
    let bound = export.end?.advanced(byDays: -Self.syncDays) ?? Instant(milliseconds: .min)
    beginnings = export.beginnings.filter { $0.value > bound }
    known = Set(export.beginnings.keys)
    let devices = export.devices(among: sources)
    let start = export.beginnings.filter { devices.contains($0.key) }.map(\.value).min()
    first = start.flatMap { $0 > bound ? $0 : nil }
  }

  /// Whether it can say all.
  var isWhole: Bool { beginnings.isEmpty && first == nil }

  /// Whether it can say what a source had at an instant.
  func isOf(_ source: UInt16, at start: Instant) -> Bool {
    let beginning = known.contains(source) ? beginnings[source] : first
    return beginning.map { $0 <= start } ?? true
  }
}

extension ExportContents {
  /// The ranks of the watches and phones that it names.
  ///
  /// - Parameter withApps: Whether apps on them are meant, too.
  func devices(among ranked: [Source], withApps: Bool = false) -> Set<UInt16> {
    sources.filter {
      ranked.indices.contains(Int($0)) && (withApps || !apps.contains($0))
        && [.watch, .phone].contains(ranked[Int($0)].deviceClass)
    }
  }

  /// What it has of the time of which a witness can say what was there, and what of other time; `nil` where that is
  /// nothing.
  func split(by witness: Witness) -> (seen: ExportContents, unseen: ExportContents?) {
    if witness.isWhole { return (self, nil) }
    var (seen, unseen) = (self, self)
    func isSeen(_ record: Sample) -> Bool { witness.isOf(record.source, at: record.start) }
    func isSeen(_ session: ExportedSession) -> Bool {
      witness.isOf(session.activity.source, at: session.activity.start)
    }
    for (metric, list) in records {
      seen.records[metric] = list.filter(isSeen)
      unseen.records[metric] = list.filter { !isSeen($0) }
    }
    seen.sessions = sessions.filter(isSeen)
    unseen.sessions = sessions.filter { !isSeen($0) }
    let isEmpty = unseen.sessions.isEmpty && unseen.records.values.allSatisfy(\.isEmpty)
    return (seen, isEmpty ? nil : unseen)
  }
}
