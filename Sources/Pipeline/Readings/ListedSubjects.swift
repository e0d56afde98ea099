import DaymarkDocuments
import DaymarkModel
import Foundation

/// The subjects whose archives a machine listed, for a run that knows them from readings alone.
///
/// Without it such a run could not tell a person who handed in nothing from one whose reading is
/// missing. See Scale, "Who takes part".
struct ListedSubjects: Hashable, Sendable {
  /// Whether the archives were listed at or after the proof deadline.
  var isListedAfterDeadline = false
  var subjects: [String] = []

  /// The name of the folder of the lists, which holds no readings.
  static let folder = "_subjects"

  /// The document as a line with its end.
  var line: [UInt8] { Members<ListedSubjects>.list.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<ListedSubjects> {
  static let list = Members(
    ListedSubjects(),
    [
      .unlessEmpty("listedAfterDeadline", \.isListedAfterDeadline, .flag),
      .needed("subjects", \.subjects, .list(.text)),
    ])
}

extension ReadingsFolder {
  private var listFolder: String { "\(path)/\(ListedSubjects.folder)" }

  /// Writes the list of a shard, and removes those of another number of shards.
  ///
  /// - Throws: `file.unwritable`.
  func put(_ list: ListedSubjects, of shard: Shard, mode: FileMode) throws {
    try makeFolder(listFolder, mode: mode)
    _ = try putFile(
      list.line, at: "\(listFolder)/\(shard.number)-of-\(shard.count).json", mode: mode)
    for name in visibleNames(inFolder: listFolder) where !name.hasSuffix("-of-\(shard.count).json")
    {
      try? FileManager.default.removeItem(atPath: "\(listFolder)/\(name)")
    }
  }

  /// Removes a subject's reading, and the subject from the lists.
  ///
  /// Files of several readings, such as those of waves, stay as they are.
  ///
  /// - Returns: The removed and the rewritten files.
  /// - Throws: `file.unwritable`.
  func forget(_ subject: String, mode: FileMode) throws -> (removed: [String], rewritten: [String])
  {
    let reading = file(of: subject)
    let removed = try removeFile(at: reading) ? [reading] : []
    let lists = visibleNames(inFolder: listFolder).map { "\(listFolder)/\($0)" }
    let rewritten = try lists.filter { path in
      guard let bytes = FileManager.default.contents(atPath: path),
        var list = Members<ListedSubjects>.list.kind.value(Array(bytes)),
        list.subjects.contains(subject)
      else { return false }
      list.subjects.removeAll { $0 == subject }
      return try putFile(list.line, at: path, mode: mode)
    }
    return (removed, rewritten)
  }

  /// Returns everybody on the lists; `nil` unless every shard has one.
  func everybody() -> ListedSubjects? {
    let names = visibleNames(inFolder: listFolder).filter {
      $0.contains(#/^[0-9]+-of-[0-9]+\.json$/#)
    }
    let expected = names.indices.map { "\($0 + 1)-of-\(names.count).json" }
    guard !names.isEmpty, Set(names) == Set(expected) else { return nil }
    var everybody = ListedSubjects(isListedAfterDeadline: true)
    for name in names {
      guard let bytes = FileManager.default.contents(atPath: "\(listFolder)/\(name)"),
        let list = Members<ListedSubjects>.list.kind.value(Array(bytes))
      else { return nil }
      everybody.isListedAfterDeadline =
        everybody.isListedAfterDeadline && list.isListedAfterDeadline
      everybody.subjects += list.subjects
    }
    return everybody
  }
}
