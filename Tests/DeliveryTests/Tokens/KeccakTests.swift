import DaymarkDelivery
import Foundation
import Testing

/// The hash of Ethereum, against the public Python package pycryptodome; the lengths are those around a block's end.
struct KeccakTests {
  @Test(arguments: [
    ("", 0, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ("abc", 1, "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    ("a", 135, "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"),
    ("a", 136, "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"),
    ("a", 137, "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39"),
    ("\0", 200, "e1bb54e1bc3af48d01e5dbfc81015c98152a574f6428c6948aa4837c9c0baad9"),
  ])
  func `hashes are those of another program`(text: String, times: Int, hash: String) {
    #expect(hexText(Keccak256.hash(of: String(repeating: text, count: times))) == "0x\(hash)")
  }

  /// The examples of EIP-55.
  @Test(arguments: [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ])
  func `an address has its checksum in its letters`(text: String) throws {
    let address = try #require(EthereumAddress(text))
    #expect(address.checksummed == text)
    #expect(EthereumAddress(text.lowercased()) == address)
    #expect(EthereumAddress("0x" + text.dropFirst(2).uppercased()) == address)
    // One letter in the other case.
    let first = text.dropFirst(2).firstIndex(where: \.isLetter)
    let place = try #require(first)
    let letter = text[place].isUppercase ? text[place].lowercased() : text[place].uppercased()
    let swapped = text.replacingCharacters(in: place...place, with: letter)
    #expect(swapped != text && EthereumAddress(swapped) == nil)
  }
}
