import DaymarkModel

/// A number in the text that ECMA-262, section 6.1.6.1.20 (`Number::toString`), gives it, as RFC
/// 8785 requires.
///
/// - Precondition: `number` is finite, because JSON has no others.
func ecmaScriptText(_ number: Double) -> String {
  // The fast path: nearly all numbers are whole ones that a double holds exactly.
  if number.magnitude < 9e15, let whole = Int64(exactly: number) { return String(whole) }
  // Swift, like ECMAScript, writes the shortest digits that read back as the same double; only the
  // position of the point and the exponent differ.
  let parts = number.magnitude.description.split(separator: "e")
  let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
  let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
  var digits = String(mantissa[0]) + fraction
  var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  let leadingZeros = digits.prefix { $0 == "0" }.count
  digits.removeFirst(leadingZeros)
  point -= leadingZeros
  while digits.last == "0" { digits.removeLast() }
  let sign = number < 0 ? "-" : ""
  return sign + ecmaScriptText(digits: digits, point: point)
}

/// The text of `0.digits` × 10^`point`, where `digits` neither begins nor ends with a zero.
///
/// `point` is *n* in the specification, which decides between a whole number, a fraction and an
/// exponent.
private func ecmaScriptText(digits: String, point: Int) -> String {
  if point > 21 || point < -5 {
    let exponent = point - 1
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    return digits.prefix(1) + fraction + "e" + (exponent < 0 ? "" : "+") + String(exponent)
  }
  if point >= digits.count {
    return digits + String(repeating: "0", count: point - digits.count)
  }
  if point > 0 {
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }
  return "0." + String(repeating: "0", count: -point) + digits
}
