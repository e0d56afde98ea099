import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

struct Base64Tests {
  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func `bytes are those of RFC 4648, section 10`(bytes: String, text: String) {
    #expect(Base64.text(of: Array(bytes.utf8)) == text)
    #expect(Base64.bytes(of: text) == Array(bytes.utf8))
  }

  @Test func `every text comes back, and is what Foundation writes`() {
    var random = SeededGenerator(seed: 4648)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(of: text) == bytes)
      let ofURL = text.replacing("+", with: "-").replacing("/", with: "_")
      #expect(Base64.bytes(of: ofURL) == bytes)
    }
  }

  @Test(
    arguments: [
      "Zg", "Zg=", "Zg===", "Z", "=", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm9v\n", "Zm 9v",
      "Zm9vYg=A",
      "Zm9ü",
    ])
  func `what is not quite it is refused`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}
