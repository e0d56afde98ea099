import DaymarkModel

/// The memory of an input's documents that documents of a later turn want.
struct EarlierDocuments {
  /// The start of the first activity of each activity file, by entry.
  var activityStarts: [String: Instant] = [:]
  private var notes: [ObjectIdentifier: any DocumentNotes] = [:]

  /// The notes that a format keeps from one document of the input to the next; empty at first.
  mutating func notes<Notes: DocumentNotes>(_ type: Notes.Type) -> Notes {
    if let known = notes[ObjectIdentifier(type)] as? Notes { return known }
    let new = Notes()
    notes[ObjectIdentifier(type)] = new
    return new
  }
}

/// Notes of one format on the documents of an input.
protocol DocumentNotes: AnyObject {
  init()
}
