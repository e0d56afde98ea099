import Testing

@testable import DaymarkIngest

struct JSONOutlineTests {
  private func outline(_ text: String, isWhole: Bool = true) -> JSONOutline {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer {
      JSONOutline(DocumentHead(bytes: $0, isWhole: isWhole, path: "a.json"))
    }
  }

  @Test func `keys are found with their paths, as far as the head goes`() {
    let text = #"{"list": [{"id": 1, "a": {"b": "c"}}, [{"deep": []}]], "z": 1}"#
    let keys: Set = ["list", "list[].id", "list[].a", "list[].a.b", "list[][].deep", "z"]
    #expect(outline(text).keys == keys)
    for length in text.indices {
      #expect(outline(String(text[..<length])).keys.isSubset(of: keys))
    }
    #expect(outline(#" [{"calendarDate": "2026"#).keys == ["[].calendarDate"])
  }

  @Test func `brackets and colons in strings are text`() {
    #expect(outline(#"["a:", {"b\"]": "{"}, {"c": 1}]"#).keys == [#"[].b\"]"#, "[].c"])
  }

  @Test func `what is no JSON, or has no such key, is another format's`() {
    func recognise(_ text: String, isWhole: Bool = true) -> Recognition {
      outline(text, isWhole: isWhole).recognition { $0.has("a") }
    }
    #expect(recognise(#"{"a": 1}"#) == .recognised)
    #expect(recognise(#"{"b": 1}"#) == .other)
    #expect(recognise("a,b") == .other)
    #expect(recognise("") == .other)
    #expect(recognise("  ", isWhole: false) == .undecided)
    #expect(recognise("[[", isWhole: false) == .undecided)
    #expect(recognise("[[") == .other)
  }
}
