import DaymarkModel

/// A field of a `multipart/form-data` body.
struct MultipartField: Equatable {
  let name: String
  let value: [UInt8]
}

/// A body that depends on its fields alone, so that it can be compared byte for byte.
///
/// It is RFC 7578, narrowed to what every parser in use reads the same way; see Evidence, "The
/// body".
struct MultipartBody {
  let boundary: String
  let bytes: [UInt8]

  /// The length of a boundary: `daymark` and 32 digits.
  static let boundaryLength = 39

  /// Makes a body.
  ///
  /// - Parameter fields: The fields in the order to be sent; their names are ASCII without quotes.
  init(_ fields: [MultipartField]) {
    let parts = fields.map { field in
      Array("Content-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n".utf8) + field.value
        + Array("\r\n".utf8)
    }
    let content = Array(parts.joined())
    let boundary = firstAbsent(from: content) { counter in
      "daymark" + Digest(of: content + Array(String(counter).utf8)).hex.prefix(32)
    }
    var bytes: [UInt8] = []
    for part in parts { bytes += Array("--\(boundary)\r\n".utf8) + part }
    bytes += Array("--\(boundary)--\r\n".utf8)
    self.boundary = boundary
    self.bytes = bytes
  }

  /// The content of `headers.txt`: the headers of a request with this body, for `curl -H
  /// @headers.txt`.
  var headers: String {
    """
    Content-Type: multipart/form-data; boundary=\(boundary)
    Content-Length: \(bytes.count)
    Idempotency-Key: \(IdempotencyKey(of: Digest(of: bytes)).header)

    """
  }
}

/// The first candidate, counted from 0, that occurs nowhere in `content`.
///
/// It may not occur without the dashes in front, either, because undici refuses such a body.
func firstAbsent(from content: [UInt8], candidate: (Int) -> String) -> String {
  var counter = 0
  while content.firstRange(of: Array(candidate(counter).utf8)) != nil { counter += 1 }
  return candidate(counter)
}
