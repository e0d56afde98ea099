import CDaymarkXML
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A receiver of the elements of an XML document, one after another.
///
/// Elements and attributes are identified by their local names without a prefix. The number of a
/// name is its index in ``names``, and `-1` stands for any other name.
protocol XMLHandler: AnyObject {
  /// The names that the handler needs, at most 64.
  var names: [String] { get }

  func start(_ element: Int32, in parent: Int32, _ tag: XMLTag)

  /// Receives the end of an element.
  ///
  /// - Parameter text: The text after the last tag in the element; `nil` where it is longer than a
  ///   name or number.
  func end(_ element: Int32, in parent: Int32, text: AttributeText?)
}

/// A start tag, which is valid only during the call.
struct XMLTag {
  let attributes: UnsafeBufferPointer<daymark_xml_attribute>
  fileprivate let state: XMLParseState

  /// The text of an attribute; `nil` where it is longer than a name or number, or is absent.
  subscript(name: Int32) -> AttributeText? {
    attributes.first { $0.name == name && $0.length <= state.limits.nameBytes }?.text
  }

  /// The place in the document where the tag begins.
  var position: (line: Int, byte: Int) { state.tagPosition() }
}

/// The state of parsing one XML document: the open elements, and the text of the innermost one.
///
/// libxml2 calls it for each tag, and it passes elements on to the handler. It enforces the limits
/// on depth and length.
final class XMLParseState {
  private let handler: any XMLHandler
  fileprivate let limits: ReadLimits
  private(set) var parser: OpaquePointer?
  private var open: [Int32] = []
  private var text: [UInt8] = []
  private var isCollecting = false
  /// The place in the document where the parser's input begins.
  var origin = (line: 1, byte: 0)
  private(set) var hasRoot = false
  /// The offset in the document just after the root's end tag; `nil` before it is read.
  private(set) var rootEnd: Int?
  /// The place at which too many elements were open; `nil` where there is none.
  private(set) var tooDeep: (line: Int, byte: Int)?

  /// Starts libxml2's parser; the input is fed to ``parser`` afterwards.
  ///
  /// - Parameter handler: Receives the elements; libxml2 looks for the names that it states.
  /// - Returns: `nil` if there is not enough memory for a parser.
  init?(_ handler: any XMLHandler, limits: ReadLimits) {
    self.handler = handler
    self.limits = limits
    open.reserveCapacity(limits.depth)
    let names = handler.names.map { strdup($0) }
    defer {
      for name in names { free(name) }
    }
    parser = daymark_xml_create(
      names.map { UnsafePointer($0) }, Int32(names.count),
      Unmanaged.passUnretained(self).toOpaque(),
      { context, element, attributes, count in
        let list = UnsafeBufferPointer(start: attributes, count: Int(count))
        XMLParseState.of(context)?.start(element, list)
      },
      { context, element in XMLParseState.of(context)?.end(element) })
    guard let parser else { return nil }
    daymark_xml_read_text(parser) { context, text, length in
      XMLParseState.of(context)?.add(AttributeText(start: text, count: Int(length)))
    }
  }

  deinit { daymark_xml_free(parser) }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLParseState? {
    context.map { Unmanaged<XMLParseState>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ element: Int32, _ attributes: UnsafeBufferPointer<daymark_xml_attribute>
  ) {
    guard tooDeep == nil else { return }
    guard open.count < limits.depth else {
      tooDeep = tagPosition()
      return daymark_xml_reject_tag(parser)
    }
    hasRoot = true
    handler.start(element, in: open.last ?? -1, XMLTag(attributes: attributes, state: self))
    open.append(element)
    text.removeAll(keepingCapacity: true)
    isCollecting = true
  }

  private func add(_ piece: AttributeText) {
    // One byte more than allowed is kept, so that a text that is too long can be recognized.
    guard isCollecting, text.count <= limits.nameBytes else { return }
    text.append(contentsOf: piece.prefix(limits.nameBytes + 1 - text.count))
  }

  private func end(_ element: Int32) {
    guard open.popLast() != nil else { return }
    isCollecting = false
    let isTooLong = text.count > limits.nameBytes
    text.withUnsafeBufferPointer {
      handler.end(element, in: open.last ?? -1, text: isTooLong ? nil : $0)
    }
    text.removeAll(keepingCapacity: true)
    if open.isEmpty { rootEnd = origin.byte + Int(daymark_xml_consumed(parser)) }
  }

  fileprivate func tagPosition() -> (line: Int, byte: Int) {
    var (byte, line): (Int64, Int64) = (0, 0)
    daymark_xml_tag_position(parser, &byte, &line)
    return (origin.line + Int(line) - 1, origin.byte + Int(byte))
  }
}
