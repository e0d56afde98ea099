import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The public key as text that is also a PEM file, and as JSON.
struct KeyListing {
  private let key: KeyDescription

  init(_ key: KeyDescription) { self.key = key }

  /// The text of the key.
  ///
  /// PEM readers skip the lines before the block.
  var text: String { "keyid: \(key.id.hex)\nalgorithm: \(key.algorithm)\n\(key.pem)" }

  var json: JSONValue {
    .object([
      "keyid": .string(key.id.hex), "algorithm": .string(key.algorithm),
      "publicKey": .string(key.pem),
    ])
  }
}
