/// A limit that hostile input is refused by; what each allows stands in `ReadLimits`.
package enum ReadLimit: String, CaseIterable, Sendable {
  case documentBytes, compressionRatio, inputRatio, ratioFloorBytes, entries, documents, headBytes
  case nestedDepth, nestedArchives, nestedBytes
  case records, memoryBytes, names
  case prologueBytes, tagBytes, attributes, depth, elementBytes, rowBytes, columns, nameBytes
  /// The memory that the parser can be given, which nobody sets.
  case parserMemory = "memory"

  /// Those that an operator sets.
  package static let settable = allCases.filter { $0 != .parserMemory }
}

/// The content of a file that holds nothing recorded; the raw value is its stable name.
package enum UnusedContent: String, CaseIterable, Sendable {
  /// Recognised by no format.
  case unrecognised
  case bloodPressure, device, settings, sport, schedule, goals, weight, totals
  case course, plannedWorkout, plannedTrack, route, waypoints, segment, segmentList
  /// Neither a session nor records.
  case emptyActivity
  /// A file that does not say of which day it is.
  case undated
  /// A FIT file of another type.
  case otherFile
  /// Energy that a body burns at rest.
  case restOnly
}

/// The damage of an activity or monitoring file.
package enum ActivityProblem: String, CaseIterable, Sendable {
  case header, furtherHeader
  /// The header states no length, or no checksum follows the messages.
  case noDataSize, noChecksum
  /// The header states fewer bytes than the messages take.
  case dataSize
  /// A record of a message type that nothing has defined.
  case undefinedMessage
  /// A message that goes on past the stated end.
  case messageOverEnd
  /// More messages than a device writes.
  case messages
  /// No message says what the clock of the days shows.
  case localTime
  /// More days than a device keeps.
  case days
  case xml
}

/// A provider whose exports are told by the names of their files, where none of them can be read.
package enum UnreadProvider: String, CaseIterable, Sendable {
  case googleFit, samsungHealth, polar, withings, whoop
  case huawei, myFitnessPal, miFitness, zepp

  /// Whether there is a format of such exports, so that the content of a file tells more than its name.
  package var hasFormat: Bool {
    switch self {
    case .googleFit, .samsungHealth, .polar, .withings, .whoop: true
    case .huawei, .myFitnessPal, .miFitness, .zepp: false
    }
  }
}

/// What a table seems to hold that no format recognises.
package enum SeemingContent: String, CaseIterable, Sendable {
  /// Sets of workouts.
  case sets
  /// Figures of days, such as steps.
  case days
  /// A list of sessions.
  case sessions
  /// Its headings do not tell.
  case unknown
}
