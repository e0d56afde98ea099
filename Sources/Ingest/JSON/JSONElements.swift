import DaymarkModel

/// Reads those elements of a JSON document (RFC 8259) that stand at given paths, one after the other.
///
/// A path is a row of steps from the root: `[]` any element of an array, `name` a member of an object,
/// with a dot between two names: `[].summarizedActivitiesExport[]`, `dailies[]`, `summary`; the empty
/// path is the root. Everything else is passed over by counting brackets, without being built or
/// looked at closer, so memory is that of the largest element.
///
/// Each defect is a finding, and the reading goes on where it is safe. A malformed element is left
/// out (`json.malformed`). A key that leads to elements, or stands in one, a second time in its object is
/// `json.duplicate_key`. An element's end is where its brackets are closed. A closing bracket also closes
/// what is open inside it, and a line feed ends a string, which may hold none. An element of more
/// than `limits.elementBytes` is left out, and a document deeper than `limits.depth` is read no
/// further (`json.limit`). If the bytes end too early, that is `json.truncated`.
struct JSONElements {
  private let paths: [JSONPath]

  /// - Parameter paths: At most 64. Of paths where one begins with the other the shorter gets all, but
  ///   for arrays that the longer goes into: an empty path and `[]` are an object, or an array's.
  init(_ paths: String...) { self.paths = paths.prefix(64).map(JSONPath.init) }

  /// Reads a document to its end.
  ///
  /// - Parameter body: Given each element, in the order of the document.
  /// - Throws: What `document` throws (`archive.limit`) and what `body` throws.
  func read(
    _ document: inout ArchiveReader, into sink: inout InputSink,
    _ body: (JSONElement, inout InputSink) throws -> Void
  ) throws {
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: sink.options.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    var scanner = JSONScanner(paths, sink.options.limits)
    var count = 0
    repeat {
      count = try document.read(into: chunk)
      let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
      if count == 0 { scanner.finish() } else { scanner.scan(bytes) }
      sink.progress(document.position)
      for event in scanner.takeEvents() {
        switch event {
        case .element(let element):
          if let repeated = element.repeated {
            sink.find(.jsonDuplicateKey, line: element.line, byte: repeated.offset) {
              $0.key = String(repeated.key.prefix(100))
            }
          }
          try body(element, &sink)
        case .problem(let code, let line, let byte, let facts):
          sink.find(code, line: line, byte: byte) { $0 = facts }
        }
      }
    } while count > 0 && !scanner.isDone
  }
}

/// The steps from the root to the elements that a format asks for.
struct JSONPath {
  enum Step: Hashable {
    case anyElement
    case member([UInt8])
  }

  let steps: [Step]

  init(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".") {
      let name = part.prefix { $0 != "[" }
      if !name.isEmpty { steps.append(.member(Array(name.utf8))) }
      steps += Array(repeating: .anyElement, count: part[name.endIndex...].count / 2)
    }
    self.steps = steps
  }
}

extension [JSONPath] {
  /// A bit for each path that leads on through a step.
  ///
  /// - Parameters:
  ///   - step: `nil` for the root, to which all lead.
  ///   - levels: The same of the levels before, outermost first.
  func leading(through step: JSONPath.Step?, from levels: [UInt64]) -> UInt64 {
    var leading: UInt64 = 0
    for (number, path) in enumerated() {
      let isLeading = levels.last.map { $0 >> UInt64(number) & 1 == 1 } ?? false
      guard step == nil || isLeading && path.steps.dropFirst(levels.count - 1).first == step else {
        continue
      }
      leading |= 1 << UInt64(number)
    }
    return leading
  }
}

extension JSONPath.Step {
  /// The member of a key as the document writes it between its quotes.
  static func member(escaped key: [UInt8]) -> JSONPath.Step {
    guard key.contains(UInt8(ascii: "\\")) else { return .member(key) }
    let quoted = [UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")]
    let item = quoted.withUnsafeBytes { try? JSONItem(parsing: $0) }
    return .member(item?.text.map { Array($0.utf8) } ?? key)
  }
}

/// The bytes of an element that is being cut out of a document.
struct JSONElementBytes {
  let path: Int
  let line: Int
  let byte: Int
  private let most: Int
  private var bytes: [UInt8] = []
  private var isTooLarge = false

  init(path: Int, line: Int, byte: Int, atMost most: Int) {
    (self.path, self.line, self.byte, self.most) = (path, line, byte, most)
  }

  mutating func append(_ part: Slice<UnsafeRawBufferPointer>) {
    if bytes.count + part.count > most {
      isTooLarge = true
      bytes = []
    }
    if !isTooLarge { bytes += part }
  }

  /// The element, or what is wrong with it, when it is whole.
  var event: JSONScanner.Event {
    guard !isTooLarge else {
      let facts = Finding.Facts {
        $0.limit = .elementBytes
        $0.most = most
      }
      return .problem(.jsonLimit, line: line, byte: byte, facts)
    }
    return bytes.withUnsafeBytes { bytes in
      do throws(MalformedJSON) {
        var repeated: RepeatedJSONKey?
        let item = try JSONItem(parsing: bytes, repeated: &repeated)
        repeated?.offset += byte
        return .element(
          JSONElement(path: path, item: item, line: line, byte: byte, repeated: repeated))
      } catch {
        let linesBefore = bytes[..<error.offset].count { $0 == UInt8(ascii: "\n") }
        return .problem(.jsonMalformed, line: line + linesBefore, byte: byte + error.offset)
      }
    }
  }
}

/// The keys of the followed levels of a document that have led on to wanted elements.
struct JSONFollowedKeys {
  /// Of each level a bit for each path that a key has led on there.
  private var levels: [UInt64] = []

  mutating func beginLevel() { levels.append(0) }

  mutating func endLevels(_ range: PartialRangeFrom<Int>) { levels.removeSubrange(range) }

  /// Notes which paths a key of the innermost level leads on.
  ///
  /// - Returns: Whether one did before.
  mutating func isRepeated(leadingOn paths: UInt64) -> Bool {
    guard let known = levels.last else { return false }
    levels[levels.count - 1] |= paths
    return known & paths != 0
  }
}
