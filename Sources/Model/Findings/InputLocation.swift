/// A place in an input or in a file that people write.
///
/// Lines count from 1, bytes from 0, columns from 1.
public struct InputLocation: Hashable, Codable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// The path of a member inside the archive or folder.
  public var entry: String?
  /// The line, counted from 1.
  public var line: Int?
  /// The column, counted from 1; only for files that people write.
  public var column: Int?
  /// The byte, counted from 0; only for inputs.
  public var byte: Int?

  package init(
    file: String, entry: String? = nil, line: Int? = nil, column: Int? = nil, byte: Int? = nil
  ) {
    self.file = file
    self.entry = entry
    self.line = line
    self.column = column
    self.byte = byte
  }
}

extension InputLocation: CustomStringConvertible {
  /// The place in one line: `export.zip!apple_health_export/export.xml:70002 (byte 35001102)`,
  /// `pipeline.yaml:3:7`.
  public var description: String {
    var text = file
    if let entry { text += "!\(entry)" }
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    if let byte { text += " (byte \(byte))" }
    return text
  }
}
