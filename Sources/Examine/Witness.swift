import DaymarkModel

/// The times for which an export shows whether data existed.
///
/// A newly set-up phone downloads its older data from the owner's account, the newest first, and an
/// export in these days lacks the rest. Therefore an export in which a source begins within the
/// last two weeks says nothing about that source's earlier time. If all devices begin then, it says
/// nothing about sources that it lacks.
struct Witness {
  /// The number of days that a phone may take to download its older data.
  private static let syncDays = 14

  /// The first instants of the sources that begin late, by the source's number.
  private let beginnings: [UInt16: Instant]
  private let known: Set<UInt16>
  /// The first instant of all devices; `nil` where they do not begin late.
  private let first: Instant?

  init(_ export: ExportContents, _ sources: [Source]) {
    let bound = export.end?.advanced(byDays: -Self.syncDays) ?? Instant(milliseconds: .min)
    beginnings = export.beginnings.filter { $0.value > bound }
    known = Set(export.beginnings.keys)
    let devices = export.devices(among: sources)
    let start = export.beginnings.filter { devices.contains($0.key) }.map(\.value).min()
    first = start.flatMap { $0 > bound ? $0 : nil }
  }

  /// Whether the export covers all sources and times.
  var isWhole: Bool { beginnings.isEmpty && first == nil }

  /// Whether the export shows which data a source had at an instant.
  func isOf(_ source: UInt16, at start: Instant) -> Bool {
    let beginning = known.contains(source) ? beginnings[source] : first
    return beginning.map { $0 <= start } ?? true
  }
}

extension ExportContents {
  /// Returns the ranks of the watches and phones in the export.
  ///
  /// - Parameter withApps: Whether apps on these devices are included.
  func devices(among ranked: [Source], withApps: Bool = false) -> Set<UInt16> {
    sources.filter {
      ranked.indices.contains(Int($0)) && (withApps || !apps.contains($0))
        && [.watch, .phone].contains(ranked[Int($0)].deviceClass)
    }
  }

  /// Divides the export by the times that a witness covers.
  ///
  /// - Returns: The data that the witness covers, and the rest; `nil` where there is no rest.
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
