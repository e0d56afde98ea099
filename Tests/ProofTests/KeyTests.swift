import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Foundation
import Testing

/// Keys are those of OpenSSL, and so are signatures; see Proof, "Keys".
struct KeyTests {
  private func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func fault(_ body: () throws(KeyFault) -> Void) -> KeyFault? {
    do { try body() } catch { return error }
    return nil
  }

  /// A key of RFC 8032, section 7.1, test 2: the prefix of PKCS#8 (RFC 8410, section 7), then the private key.
  private static let pem = PEM(
    "PRIVATE KEY",
    bytes(
      "302e020100300506032b657004220420"
        + "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))

  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { place in
      UInt8(hex.dropFirst(place).prefix(2), radix: 16)
    }
  }

  @Test func `a signature of Ed25519 is that of the RFC`() throws {
    let key = try SigningKey(pem: Array(Self.pem.text.utf8))
    let signature = Self.bytes(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
    let ours = key.signature(of: [0x72])
    #expect(ours == signature)
    #expect(key.publicKey.verifies(signature, of: [0x72]))
    #expect(!key.publicKey.verifies(signature, of: [0x73]))
    let publicHalf = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    #expect(key.publicKey.der == Self.bytes("302a300506032b6570032100" + publicHalf))
    #expect(key.publicKey.id == Digest(of: key.publicKey.der))
  }

  @Test func `a key is written as it was read`() throws {
    let text = Array(Self.pem.text.utf8)
    let key = try SigningKey(pem: text)
    let written = key.pem
    #expect(written == text)
    let publicKey = key.publicKey
    #expect(try PublicKey(pem: Array(publicKey.pem.utf8)) == publicKey)
    let other = try SigningKey()
    #expect(other.publicKey != publicKey && other.publicKey.algorithm == .ed25519)
  }

  @Test(arguments: ["ed25519", "EC -pkeyopt ec_paramgen_curve:P-256"])
  func `signatures hold here and with openssl, whoever made them`(algorithm: String) async throws {
    let folder = try ScratchFolder()
    let shell = Program(in: folder.path)
    let made = try await shell.shell(
      """
      set -e
      openssl genpkey -algorithm \(algorithm) -out key.pem
      openssl pkey -in key.pem -pubout -out public.pem
      printf 'hello world' > message
      openssl pkeyutl -sign -inkey key.pem -rawin -in message -out theirs
      """)
    #expect(made.exitCode == 0, "\(made.errors)")
    let key = try SigningKey(pem: bytes(of: folder.path + "/key.pem"))
    let publicKey = try PublicKey(pem: bytes(of: folder.path + "/public.pem"))
    #expect(key.publicKey == publicKey)
    let message = Array("hello world".utf8)
    #expect(publicKey.verifies(try bytes(of: folder.path + "/theirs"), of: message))
    let ours = key.signature(of: message)
    try folder.write(try #require(ours), to: "ours")
    try folder.write(key.publicKey.pem.utf8, to: "shown.pem")
    let checked = try await shell.shell(
      """
      openssl pkeyutl -verify -pubin -inkey shown.pem -rawin -in message -sigfile ours
      openssl pkey -pubin -in shown.pem -outform DER | sha256sum
      """)
    #expect(checked.output.contains("Verified Successfully"))
    #expect(checked.output.contains(key.publicKey.id.hex))
  }

  @Test(
    arguments: [
      ("openssl genpkey -algorithm ed25519 -aes256 -pass pass:x", KeyFault.encrypted),
      ("openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 2>&-", .otherAlgorithm),
      ("openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384", .otherAlgorithm),
      ("openssl genpkey -algorithm x25519", .otherAlgorithm),
      ("openssl genpkey -algorithm ed25519 | openssl pkey -pubout", .publicHalf),
      ("openssl ecparam -genkey -noout -name prime256v1", .unreadable),
      ("echo", .unreadable),
    ])
  func `what is no key to sign with is refused with its reason`(
    command: String, reason: KeyFault
  ) async throws {
    let text = Array(try await Program().shell(command).output.utf8)
    #expect(fault { () throws(KeyFault) in _ = try SigningKey(pem: text) } == reason)
  }

  @Test func `a private half is no public one, and neither are two keys or a cut one`() throws {
    let text = Self.pem.text
    func reason(_ text: String) -> KeyFault? {
      fault { () throws(KeyFault) in _ = try PublicKey(pem: Array(text.utf8)) }
    }
    #expect(reason(text) == .privateHalf)
    let own = try SigningKey(pem: Array(text.utf8)).publicKey.pem
    #expect(reason("the club's key\n\(own)from Mara\n") == nil)
    #expect(reason(own + own) == .unreadable)
    for count in 1..<own.count - 1 {
      #expect(reason(String(own.prefix(count))) == .unreadable, "\(count)")
    }
    // One byte more than the key has.
    let der = try #require(PEM(Array(own.utf8))).der
    #expect(reason(PEM("PUBLIC KEY", der + [0]).text) == .unreadable)
  }

  @Test func `HMAC is that of RFC 4231, test case 2`() {
    let code = authenticationCode(
      of: Array("what do ya want for nothing?".utf8), secret: Array("Jefe".utf8))
    #expect(
      code
        == Self.bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
  }
}
