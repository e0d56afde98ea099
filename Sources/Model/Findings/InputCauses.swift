/// A limit beyond which input is refused, so that hostile input cannot exhaust the machine; the
/// values stand in `ReadLimits`.
package enum ReadLimit: String, CaseIterable, Sendable {
  case documentBytes, compressionRatio, inputRatio, ratioFloorBytes, entries, documents, headBytes
  case nestedDepth, nestedArchives, nestedBytes
  case records, memoryBytes, names
  case prologueBytes, tagBytes, attributes, depth, elementBytes, rowBytes, columns, nameBytes
  /// The memory of the XML parser, which is fixed.
  case parserMemory = "memory"

  /// The limits that an operator can set.
  package static let settable = allCases.filter { $0 != .parserMemory }
}

/// The content of a file without recorded data.
///
/// The raw value is the stable name.
package enum UnusedContent: String, CaseIterable, Sendable {
  /// A file that no format recognises.
  case unrecognised
  case bloodPressure, device, settings, sport, schedule, goals, weight, totals
  case course, plannedWorkout, plannedTrack, route, waypoints, segment, segmentList
  /// An activity file with neither a session nor records.
  case emptyActivity
  /// A file that does not state its day.
  case undated
  /// A FIT file of a type that is not read.
  case otherFile
  /// A file that holds only the energy that a body burns at rest.
  case restOnly
}

/// The damage of a FIT activity or monitoring file.
package enum ActivityProblem: String, CaseIterable, Sendable {
  case header, furtherHeader
  /// The header states no length, or no checksum follows the messages.
  case noDataSize, noChecksum
  /// The header states fewer bytes than the messages take.
  case dataSize
  /// There is a record of a message type that no definition message has defined.
  case undefinedMessage
  /// A message goes on past the stated end.
  case messageOverEnd
  /// There are more messages than a device writes.
  case messages
  /// No message states the local time, so that days cannot be told.
  case localTime
  /// There are more days than a device keeps.
  case days
  case xml
}

/// A provider whose export is recognised by its file names where none of its files can be read.
package enum UnreadProvider: String, CaseIterable, Sendable {
  case googleFit, samsungHealth, polar, withings, whoop
  case huawei, myFitnessPal, miFitness, zepp

  /// Whether an input format reads exports of this provider, so that a file's content tells more
  /// than its name.
  package var hasFormat: Bool {
    switch self {
    case .googleFit, .samsungHealth, .polar, .withings, .whoop: true
    case .huawei, .myFitnessPal, .miFitness, .zepp: false
    }
  }
}

/// The content that a table without a known format seems to have, judging by its headings.
package enum SeemingContent: String, CaseIterable, Sendable {
  /// Sets of workouts.
  case sets
  /// Figures of days, such as steps.
  case days
  /// A list of sessions.
  case sessions
  /// The headings do not tell.
  case unknown
}
