/// The name of the folder that stands for an id, such as that of a subject.
///
/// Every byte outside `[A-Za-z0-9._-]`, and a leading dot, is percent-encoded, so that no two ids
/// share a folder and no id leads out of the parent folder. Thus `a/b` becomes `a%2Fb`.
package func folderName(of id: String) -> String {
  var name = ""
  for (index, byte) in id.utf8.enumerated() {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      name.unicodeScalars.append(UnicodeScalar(byte))
    case UInt8(ascii: ".") where index > 0: name += "."
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      name += byte < 16 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return name
}
