import DaymarkModel
import Foundation
import Yams

/// Reads a YAML file as a whole, into nodes that know their places.
///
/// A file may have 1 MiB and 100,000 nodes. It may have no anchors and aliases: nobody needs them
/// here, and with them a small file can stand for a huge one.
///
/// - Returns: `nil`, with errors reported in `findings`, where the file is not acceptable.
func readYAML(at path: String, _ findings: FindingCollector, missingAt place: InputLocation? = nil)
  -> YAMLValue?
{
  readText(at: path, findings, missingAt: place)
    .flatMap { readYAML($0, file: path, findings) }
}

/// Parses YAML that was read already.
func readYAML(_ text: String, file path: String, _ findings: FindingCollector) -> YAMLValue? {
  let file = InputLocation(file: path)
  if let alias = firstAlias(in: text, file: path) {
    findings.add(.configSyntax, at: alias) { $0.syntax = .alias }
    return nil
  }
  do {
    // With the encoding given, Yams does not look for it in the environment.
    let parser = try Parser(yaml: text, encoding: .utf8)
    guard let root = try parser.singleRoot() else {
      findings.add(.configSyntax, at: InputLocation(file: path, line: 1, column: 1)) {
        $0.syntax = .empty
      }
      return nil
    }
    let value = YAMLValue(node: root, file: path)
    return value.isWithinLimits(findings) ? value : nil
  } catch let error as YamlError {
    error.report(to: findings, in: file, text)
  } catch {
    findings.add(.configSyntax, at: file) { $0.syntax = .unreadable }
  }
  return nil
}

/// Reads a text file and leaves out a byte order mark; see ``readContents(at:limit:_:missingAt:)``.
///
/// - Parameters: As of ``readContents(at:limit:_:missingAt:)``.
func readText(
  at path: String, limit: Int = 1 << 20, _ findings: FindingCollector,
  missingAt place: InputLocation? = nil
) -> String? {
  var text = readContents(at: path, limit: limit, findings, missingAt: place)
  if text?.unicodeScalars.first == "\u{FEFF}" { text?.unicodeScalars.removeFirst() }
  return text
}

/// Reads a whole text file.
///
/// - Parameters:
///   - path: The path of the file.
///   - limit: The greatest length in bytes; a longer file is refused. Nobody writes a mebibyte by
///     hand.
///   - findings: Gets the errors.
///   - place: The place at which another file names this one, where it is reported as missing.
func readContents(
  at path: String, limit: Int = 1 << 20, _ findings: FindingCollector,
  missingAt place: InputLocation? = nil
) -> String? {
  let file = InputLocation(file: path)
  var status = stat()
  let failure = systemFailure { stat(path.systemPath, &status) }
  guard failure != ENOENT else {
    findings.add(.fileMissing, at: place ?? file) { $0.path = path }
    return nil
  }
  guard failure == nil, status.st_mode & S_IFMT != S_IFDIR,
    let data = readData(at: path, upToCount: limit + 1)
  else {
    findings.add(.fileUnreadable, at: place ?? file) { $0.path = path }
    return nil
  }
  guard data.count <= limit else {
    findings.add(.configSyntax, at: file) { $0.syntax = .bytes(atMost: limit) }
    return nil
  }
  guard let text = String(validating: data, as: UTF8.self) else {
    let good = firstInvalidByte(of: data)
    let lines = data[..<good].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? Data(), as: UTF8.self).unicodeScalars.count + 1
    findings.add(
      .configSyntax, at: InputLocation(file: path, line: max(1, lines.count), column: column)
    ) { $0.syntax = .notUTF8 }
    return nil
  }
  return text
}

/// Reads the first bytes of a file.
///
/// - Returns: No bytes for an empty file; `nil` for one that cannot be read.
private func readData(at path: String, upToCount count: Int) -> Data? {
  let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  do {
    return try handle.read(upToCount: count) ?? Data()
  } catch {
    return nil
  }
}

/// The number of valid UTF-8 bytes at the start of `data`, which is not valid as a whole.
private func firstInvalidByte(of data: Data) -> Int {
  var decoder = UTF8()
  var bytes = data.makeIterator()
  var count = 0
  while case .scalarValue(let scalar) = decoder.decode(&bytes) { count += UTF8.width(scalar) }
  return count
}

/// The place of the first alias, if the text has anchors that it can refer to.
///
/// This is checked before Yams composes the nodes, because Yams hashes the keys of mappings as a
/// whole, and nested aliases in keys would make that exponential.
private func firstAlias(in text: String, file: String) -> InputLocation? {
  let beforeToken = Set("\t\n\r ,-:?[{".utf8)
  let whiteSpace = Set("\t\n\r ".utf8)
  var hasAnchor = false
  var alias: InputLocation?
  var (line, column) = (1, 0)
  // An anchor or alias is recognised by three bytes: its mark, and one on either side of it.
  var (before, last) = (UInt8(ascii: "\n"), UInt8(ascii: "\n"))
  for byte in text.utf8 {
    column += 1
    // Some line breaks are not ASCII.
    if beforeToken.contains(before) || before >= 0x80, !whiteSpace.contains(byte) {
      if last == UInt8(ascii: "&") { hasAnchor = true }
      if last == UInt8(ascii: "*"), alias == nil {
        alias = InputLocation(file: file, line: line, column: column - 1)
      }
    }
    if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 0) }
    (before, last) = (last, byte)
  }
  return hasAnchor ? alias : nil
}

extension YamlError {
  fileprivate func report(to findings: FindingCollector, in file: InputLocation, _ text: String) {
    func at(_ mark: Mark) -> InputLocation {
      InputLocation(file: file.file, line: mark.line, column: mark.column)
    }
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      findings.add(.configSyntax, at: at(mark)) { $0.syntax = .parser(problem) }
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      findings.add(
        .configDuplicate, at: at(context.mark).repeated(key, in: text), key: key)
    case .reader(let problem, let offset, _, _):
      let before = text.prefix(offset ?? 0)
      let line = before.count { $0.isNewline } + 1
      let column = before.reversed().prefix { !$0.isNewline }.count + 1
      findings.add(
        .configSyntax, at: InputLocation(file: file.file, line: line, column: column)
      ) { $0.syntax = .parser(problem) }
    default:
      findings.add(.configSyntax, at: file) { $0.syntax = .unreadable }
    }
  }
}

extension InputLocation {
  /// The place at which `key`, which stands at this place, is written again in a block mapping: in
  /// the same column of a later line.
  ///
  /// Yams reports only the first place.
  fileprivate func repeated(_ key: String, in text: String) -> InputLocation {
    guard let line, let column else { return self }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let again = lines.enumerated().dropFirst(line).first { _, content in
      content.dropFirst(column - 1).hasPrefix("\(key):")
        && content.prefix(column - 1).allSatisfy { $0 == " " }
    }
    return InputLocation(file: file, line: again.map { $0.offset + 1 } ?? line, column: column)
  }
}
