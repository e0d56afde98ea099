/// Reads a body strictly: anything that ``MultipartBody`` would not have written is refused.
///
/// It searches for the boundary in the bytes, so that a value which would end its part early is
/// noticed before a server sees it.
///
/// - Returns: The fields in order, or `nil` when `body` is not well formed.
func readMultipart(_ body: [UInt8], boundary: String) -> [MultipartField]? {
  let delimiter = Array("\r\n--\(boundary)".utf8)
  let lineEnd = Array("\r\n".utf8)
  // The first delimiter is at the beginning, without a line break before it.
  var rest = (lineEnd + body)[...]
  guard rest.starts(with: delimiter) else { return nil }
  rest = rest.dropFirst(delimiter.count)
  var fields: [MultipartField] = []
  while rest.starts(with: lineEnd) {
    rest = rest.dropFirst(2)
    guard let end = rest.firstRange(of: delimiter), let field = readPart(rest[..<end.lowerBound])
    else { return nil }
    fields.append(field)
    rest = rest[end.upperBound...]
  }
  return Array(rest) == Array("--\r\n".utf8) ? fields : nil
}

extension MultipartBody {
  /// Reads a body and takes the boundary from its first line.
  ///
  /// - Returns: `nil` when the body is not well formed, or its boundary is not one that Daymark
  ///   makes.
  static func fields(of body: [UInt8]) -> [MultipartField]? {
    let line = body.prefix(while: { $0 != UInt8(ascii: "\r") })
    let boundary = String(decoding: line.dropFirst(2), as: UTF8.self)
    // Searching for a very long boundary would take for ever.
    guard line.starts(with: "--daymark".utf8), line.count == boundaryLength + 2 else { return nil }
    return readMultipart(body, boundary: boundary)
  }
}

private func readPart(_ part: ArraySlice<UInt8>) -> MultipartField? {
  guard let blank = part.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
  let header = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
  let (prefix, suffix) = ("Content-Disposition: form-data; name=\"", "\"")
  guard header.hasPrefix(prefix), header.hasSuffix(suffix) else { return nil }
  let name = header.dropFirst(prefix.count).dropLast(suffix.count)
  guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
  return MultipartField(name: String(name), value: Array(part[blank.upperBound...]))
}
