/// What is known of one input once it has been read, beside its records.
public struct InputFacts: Hashable, Sendable {
  /// The input as the user named it: its last path component.
  public var name: String
  /// The format's id, such as `apple-health`.
  public var format: String
  /// SHA-256 of the archive; of a folder, of its sorted `sha256  relative/path` lines.
  public var digest: Digest
  /// Size of the archive, or of a folder's files together.
  public var bytes: Int64
  /// The member that was read.
  public var entry: String?
  public var exportDate: Instant?
  /// - Units: seconds east of UTC, as the export date states.
  public var exportOffsetSeconds: Int?
  /// The offset that the earliest record states; of several at one instant the smallest.
  public var earliestOffset: StatedOffset?
  /// How often each `HKTimeZone` value stands in the document.
  public var zoneVotes: [String: Int]
  /// Sources by ``Record/source``, names as written.
  public var sources: [Source]
  /// Unit texts by ``RecordUnit/unknown(_:)``.
  public var unknownUnits: [String]
  /// Records and activities decoded, whatever became of them.
  public var recordCount: Int
  public var findings: [Finding]

  public struct StatedOffset: Hashable, Sendable {
    public var at: Instant
    public var seconds: Int

    public init(at: Instant, seconds: Int) {
      self.at = at
      self.seconds = seconds
    }
  }

  public init(
    name: String, format: String, digest: Digest, bytes: Int64, entry: String? = nil,
    exportDate: Instant? = nil, exportOffsetSeconds: Int? = nil,
    earliestOffset: StatedOffset? = nil, zoneVotes: [String: Int] = [:], sources: [Source] = [],
    unknownUnits: [String] = [], recordCount: Int = 0, findings: [Finding] = []
  ) {
    self.name = name
    self.format = format
    self.digest = digest
    self.bytes = bytes
    self.entry = entry
    self.exportDate = exportDate
    self.exportOffsetSeconds = exportOffsetSeconds
    self.earliestOffset = earliestOffset
    self.zoneVotes = zoneVotes
    self.sources = sources
    self.unknownUnits = unknownUnits
    self.recordCount = recordCount
    self.findings = findings
  }

  /// The codes that make every day incomplete, ascending.
  public var damage: [FindingCode] {
    Set(findings.map(\.code).filter(\.makesDaysIncomplete)).sorted()
  }

  /// A place in this input.
  public func location(line: Int? = nil, byte: Int? = nil) -> InputLocation {
    InputLocation(file: name, entry: entry, line: line, byte: byte)
  }
}
