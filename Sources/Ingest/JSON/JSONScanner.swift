import DaymarkModel

/// A scanner that follows the brackets and strings of a document in chunks, and cuts out the wanted
/// elements.
///
/// Levels above wanted elements are examined with their keys. Inside elements and skipped parts,
/// only brackets and strings matter.
struct JSONScanner {
  enum Event: Hashable {
    case element(JSONElement)
    case problem(FindingCode, line: Int, byte: Int, Finding.Facts = .init())
  }

  private enum Mode {
    case structure, scalar, string, escape
  }

  private enum StringRole {
    case key, value, inside
  }

  /// The next construct in the innermost followed level.
  private enum Expectation {
    case value, key, colon, separator, end
  }

  private let paths: [JSONPath]
  private let limits: ReadLimits
  /// The open brackets, outermost first: whether each is an array.
  private var open: [Bool] = []
  /// The followed levels, which are the first of `open`, each with one bit for each path that
  /// continues there.
  private var levels: [UInt64] = []
  private var keys = JSONFollowedKeys()
  private var mode = Mode.structure
  private var role = StringRole.inside
  private var expectation = Expectation.value
  /// Whether the innermost followed level is still empty, so that it may end.
  private var isFirst = false
  private var key: [UInt8] = []
  private var taking: JSONElementBytes?
  /// Whether a defect was reported and nothing valid has followed.
  private var isDisturbed = false
  private var line = 1
  /// The offset of the chunk in the document.
  private var chunkStart = 0
  /// The position in the chunk from which bytes of `taking` or `key` are not yet copied.
  private var copyStart = 0
  private var events: [Event] = []
  /// Whether the rest of the document is not read.
  private(set) var isDone = false

  init(_ paths: [JSONPath], _ limits: ReadLimits) {
    self.paths = paths
    self.limits = limits
  }

  mutating func takeEvents() -> [Event] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: Bytes

  mutating func scan(_ chunk: UnsafeRawBufferPointer) {
    var index = 0
    copyStart = 0
    while index < chunk.count, !isDone {
      switch mode {
      case .string: index = scanString(chunk, from: index)
      case .escape:
        mode = .string
        index += 1
      case .scalar: index = scanScalar(chunk, from: index)
      case .structure:
        scanStructure(chunk, at: index)
        index += 1
      }
    }
    copy(chunk, upTo: chunk.count)
    chunkStart += chunk.count
  }

  /// Ends the document.
  mutating func finish() {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    copyStart = 0
    // A number inside another value may be cut, while a number by itself ends with the document.
    if mode == .scalar, levels.isEmpty, open.isEmpty { endValue(empty, at: 0) }
    if expectation != .end { report(.jsonTruncated, at: 0) }
    isDone = true
  }

  private mutating func scanString(_ chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      let byte = chunk[index]
      if byte == UInt8(ascii: "\"") {
        endString(chunk, at: index, after: index + 1)
        return index + 1
      }
      if byte == UInt8(ascii: "\\") {
        mode = .escape
        return index + 1
      }
      if byte == UInt8(ascii: "\n") {
        // A missing quotation mark would otherwise absorb the rest of the document.
        if taking == nil { disturb(at: index) }
        endString(chunk, at: index, after: index)
        return index
      }
      index += 1
    }
    return index
  }

  private mutating func endString(_ chunk: UnsafeRawBufferPointer, at end: Int, after: Int) {
    mode = .structure
    switch role {
    case .inside: break
    case .value: endValue(chunk, at: after)
    case .key:
      copy(chunk, upTo: end)
      role = .inside
      expectation = .colon
    }
  }

  private mutating func scanScalar(_ chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < chunk.count, !chunk[index].endsJSONScalar { index += 1 }
    if index < chunk.count {
      mode = .structure
      endValue(chunk, at: index)
    }
    return index
  }

  private mutating func scanStructure(_ chunk: UnsafeRawBufferPointer, at index: Int) {
    let byte = chunk[index]
    switch byte {
    case UInt8(ascii: "\n"): line += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      close(isArray: byte == UInt8(ascii: "]"), chunk, at: index)
    case _ where chunkStart + index < 3 && byte == [UInt8].byteOrderMark[chunkStart + index]: break
    case _ where open.count > levels.count: scanInside(byte, at: index)
    default: scanOutside(byte, chunk, at: index)
    }
  }

  private mutating func scanInside(_ byte: UInt8, at index: Int) {
    switch byte {
    case UInt8(ascii: "\""): (mode, role) = (.string, .inside)
    case UInt8(ascii: "["), UInt8(ascii: "{"): push(isArray: byte == UInt8(ascii: "["), at: index)
    default: break
    }
  }

  // MARK: Followed levels

  private mutating func scanOutside(_ byte: UInt8, _ chunk: UnsafeRawBufferPointer, at index: Int) {
    let isInArray = open.last ?? true
    switch (expectation, byte) {
    case (.end, _):
      report(.jsonMalformed, at: index)
      isDone = true
    case (.separator, UInt8(ascii: ",")):
      (expectation, isFirst) = (isInArray ? .value : .key, false)
    case (.colon, UInt8(ascii: ":")): expectation = .value
    case (.key, UInt8(ascii: "\"")): beginKey(at: index)
    case (_, UInt8(ascii: ",")):
      disturb(at: index)
      if !levels.isEmpty { expectation = isInArray ? .value : .key }
    case (.value, UInt8(ascii: ":")): disturb(at: index)
    case (.value, _): beginValue(byte, chunk, at: index)
    default:
      disturb(at: index)
      resume(with: byte, isInArray: isInArray, chunk, at: index)
    }
  }

  /// Continues at a byte that is not allowed here.
  private mutating func resume(
    with byte: UInt8, isInArray: Bool, _ chunk: UnsafeRawBufferPointer, at index: Int
  ) {
    switch byte {
    case _ where isInArray: if byte.beginsJSONValue { beginValue(byte, chunk, at: index) }
    case UInt8(ascii: "["), UInt8(ascii: "{"): push(isArray: byte == UInt8(ascii: "["), at: index)
    case UInt8(ascii: "\""): beginKey(at: index)
    default: break
    }
  }

  private mutating func beginKey(at index: Int) {
    (mode, role, copyStart) = (.string, .key, index + 1)
    key.removeAll(keepingCapacity: true)
  }

  private mutating func beginValue(_ byte: UInt8, _ chunk: UnsafeRawBufferPointer, at index: Int) {
    let step = open.last.map { $0 ? JSONPath.Step.anyElement : .member(escaped: key) }
    let leading = paths.leading(through: step, from: levels)
    if open.last == false, keys.isRepeated(leadingOn: leading) {
      let name = String(decoding: key.prefix(100), as: UTF8.self)
      report(.jsonDuplicateKey, at: index, facts: .init { $0.key = name })
    }
    let depth = levels.count
    let isArray = byte == UInt8(ascii: "[")
    let isEntered = paths.indices.contains {
      isArray && leading >> UInt64($0) & 1 == 1 && paths[$0].steps.count > depth
        && paths[$0].steps[depth] == .anyElement
    }
    let path = paths.indices.first {
      leading >> UInt64($0) & 1 == 1 && paths[$0].steps.count == depth && !isEntered
    }
    if let path {
      taking = JSONElementBytes(
        path: path, line: line, byte: chunkStart + index, atMost: limits.elementBytes)
      copyStart = index
    }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      push(isArray: isArray, at: index)
      guard path == nil, leading != 0 else { break }
      levels.append(leading)
      keys.beginLevel()
      (expectation, isFirst) = (isArray ? .value : .key, true)
    case UInt8(ascii: "\""): (mode, role) = (.string, .value)
    default:
      // A scalar that is neither a literal nor a number is detected when the element is read.
      if path == nil, !byte.beginsJSONValue { disturb(at: index) }
      mode = .scalar
    }
  }

  private mutating func push(isArray: Bool, at index: Int) {
    open.append(isArray)
    guard open.count > limits.depth else { return }
    let facts = Finding.Facts { ($0.limit, $0.most) = (.depth, limits.depth) }
    report(.jsonLimit, at: index, facts: facts)
    isDone = true
  }

  private mutating func close(isArray: Bool, _ chunk: UnsafeRawBufferPointer, at index: Int) {
    guard let match = open.lastIndex(of: isArray) else { return disturb(at: index) }
    let isInside = open.count > levels.count
    // An element with wrong brackets is reported when it is read.
    if match < open.count - 1, taking == nil { disturb(at: index) }
    if match >= levels.count {
      open.removeSubrange(match...)
      if open.count == levels.count { endValue(chunk, at: index + 1) }
      return
    }
    if isInside {
      endValue(chunk, at: index)
    } else if !(expectation == .separator || isFirst && (expectation == .value) == isArray) {
      disturb(at: index)
    }
    open.removeSubrange(match...)
    levels.removeSubrange(match...)
    keys.endLevels(match...)
    expectation = levels.isEmpty ? .end : .separator
  }

  // MARK: Results

  private mutating func copy(_ chunk: UnsafeRawBufferPointer, upTo end: Int) {
    guard end > copyStart else { return }
    let part = chunk[copyStart..<end]
    copyStart = end
    if taking != nil {
      taking?.append(part)
    } else if role == .key {
      // A longer key cannot be one of the wanted ones.
      if key.count + part.count <= 1024 { key += part }
    }
  }

  private mutating func endValue(_ chunk: UnsafeRawBufferPointer, at end: Int) {
    expectation = levels.isEmpty ? .end : .separator
    isFirst = false
    copy(chunk, upTo: end)
    let event = taking?.event
    taking = nil
    // A malformed element must not hide later defects.
    isDisturbed = false
    if let event { events.append(event) }
  }

  /// Reports a malformed place, but only the first of several in a row.
  private mutating func disturb(at index: Int) {
    if !isDisturbed { report(.jsonMalformed, at: index) }
    isDisturbed = true
  }

  private mutating func report(_ code: FindingCode, at index: Int, facts: Finding.Facts = .init()) {
    events.append(.problem(code, line: line, byte: chunkStart + index, facts))
  }
}
