import CDaymarkXML

/// Why libxml2 does not take a page for well-formed XML; `nil` when it does.
func malformation(of page: String) -> String? {
  // The type of a document stands before it, and libxml2's wrapper is given none.
  guard let start = page.firstRange(of: "<html")?.lowerBound else { return "there is no <html>" }
  let bytes = Array(page[start...].utf8)
  guard
    let parser = daymark_xml_create(
      nil, 0, nil, { _, _, _, _ in }, { _, _ in })
  else { return "no memory" }
  defer { daymark_xml_free(parser) }
  var code = daymark_xml_push(parser, bytes, Int32(bytes.count))
  if code == 0 { code = daymark_xml_finish(parser) }
  guard code != 0 else { return nil }
  let place = Int(daymark_xml_error_offset(parser))
  let around = bytes[max(0, place - 60)..<min(bytes.count, place + 20)]
  return "error \(code) at: \(String(decoding: around, as: UTF8.self))"
}
