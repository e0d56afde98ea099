import DaymarkModel

/// A reader of the elements at given paths of a JSON document (RFC 8259), one after another.
///
/// A path consists of steps from the root: `[]` is any element of an array, and `name` a member of
/// an object, with a dot between two names. Examples are `[].summarizedActivitiesExport[]`,
/// `dailies[]` and `summary`; the empty path is the root. Everything else is skipped by counting
/// brackets, so that the largest element determines the memory used.
///
/// Each defect is a finding, and reading continues where that is safe. A malformed element is left
/// out (`json.malformed`). A repeated key in an object, on the way to elements or inside them, is
/// `json.duplicate_key`. An element ends where its brackets close. A closing bracket also closes
/// open ones inside it, and a line feed ends a string, which may not contain one. An element longer
/// than `limits.elementBytes` is left out, and a document deeper than `limits.depth` is read no
/// further (`json.limit`). Missing bytes at the end are `json.truncated`.
struct JSONElements {
  private let paths: [JSONPath]

  /// Selects the elements at the given paths, of which there may be 64.
  ///
  /// If one path begins with another, the shorter one receives all elements, except arrays that the
  /// longer one enters. For example, an empty path and `[]` accept an object or the elements of an
  /// array.
  init(_ paths: String...) { self.paths = paths.prefix(64).map(JSONPath.init) }

  /// Reads a document to its end.
  ///
  /// - Parameter body: The function that receives each element, in document order.
  /// - Throws: The errors of `document` (`archive.limit`) and of `body`.
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

/// The steps from the root to the elements that a format needs.
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
  /// Returns the paths that continue through a step, one bit for each.
  ///
  /// - Parameters:
  ///   - step: The step; `nil` for the root, to which all paths lead.
  ///   - levels: The bits of the levels before, outermost first.
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
  /// Returns the step for a key as written between its quotes.
  static func member(escaped key: [UInt8]) -> JSONPath.Step {
    guard key.contains(UInt8(ascii: "\\")) else { return .member(key) }
    let quoted = [UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")]
    let item = quoted.withUnsafeBytes { try? JSONItem(parsing: $0) }
    return .member(item?.text.map { Array($0.utf8) } ?? key)
  }
}

/// The bytes of an element while it is read from a document.
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

  /// The complete element, or its defect.
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

/// The keys at the open levels of a document that led to wanted elements.
struct JSONFollowedKeys {
  /// For each level, one bit for each path that a key has continued.
  private var levels: [UInt64] = []

  mutating func beginLevel() { levels.append(0) }

  mutating func endLevels(_ range: PartialRangeFrom<Int>) { levels.removeSubrange(range) }

  /// Records the paths that a key at the innermost level continues.
  ///
  /// - Returns: Whether an earlier key continued one of them.
  mutating func isRepeated(leadingOn paths: UInt64) -> Bool {
    guard let known = levels.last else { return false }
    levels[levels.count - 1] |= paths
    return known & paths != 0
  }
}
