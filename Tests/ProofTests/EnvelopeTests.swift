import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Foundation
import Testing

/// An envelope says something only if a trusted key has signed it, and says which fault it has else.
struct EnvelopeTests {
  private static let statement = Statement(
    [AttestedFile("evidence.json", Digest(of: "a".utf8))], AttestedEvidence.blank)

  private func trusted(
    _ envelope: Envelope, _ keys: [PublicKey]
  ) -> (TrustedStatement<AttestedEvidence>?, EnvelopeFault?) {
    do { return (try TrustedStatement(envelope, trusting: keys), nil) } catch {
      return (nil, error)
    }
  }

  private func signed(
    _ statement: Statement<AttestedEvidence>, _ key: borrowing SigningKey
  ) throws -> Envelope {
    let envelope = Envelope(signing: statement, with: key)
    return try #require(envelope)
  }

  /// A signature around what may be no statement.
  private func signed(_ document: JSONValue, _ key: borrowing SigningKey) throws -> Envelope {
    var envelope = Envelope(document.canonicalBytes(), of: StatementType.payload)
    let signature = key.signature(of: envelope.signedBytes)
    envelope.signatures = [EnvelopeSignature(try #require(signature), by: nil)]
    return envelope
  }

  @Test func `what is signed is what DSSE says`() {
    let envelope = Envelope(Array("hello world".utf8), of: "http://example.com/HelloWorld")
    #expect(
      String(decoding: envelope.signedBytes, as: UTF8.self)
        == "DSSEv1 29 http://example.com/HelloWorld 11 hello world")
    // Lengths are of bytes.
    #expect(
      String(decoding: Envelope([], of: "ü").signedBytes, as: UTF8.self) == "DSSEv1 2 ü 0 ")
  }

  /// The key of DSSE's own vector: the two numbers of its page behind the prefix of P-256 (RFC 5480, section 2).
  private static let vectorKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZ805D3eqNZywjCI19lInBJOp7YMr
    CrzAH3CVTAOQ0jgMeCvVTiaRJaRPRDOv8UMs6U4SvKc6pnrIDOoSYI3fdA==
    -----END PUBLIC KEY-----
    """

  @Test func `the signature of DSSE's own vector holds`() throws {
    let envelope = try Envelope(
      Array(
        """
        {"payload": "aGVsbG8gd29ybGQ=",
         "payloadType": "http://example.com/HelloWorld",
         "signatures": [{"sig": "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=="}]}
        """.utf8))
    let key = try PublicKey(pem: Array(Self.vectorKey.utf8))
    let raw = envelope.signatures[0].bytes
    // There r and s stand one after the other, and here in DER: as two numbers (ITU-T X.690, section 8.3).
    let numbers = [raw.prefix(32), raw.suffix(32)].flatMap { number -> [UInt8] in
      let digits = (number.first ?? 0) > 127 ? [0] + number : Array(number)
      return [2, UInt8(digits.count)] + digits
    }
    #expect(key.verifies([48, UInt8(numbers.count)] + numbers, of: envelope.signedBytes))
    #expect(!key.verifies([48, UInt8(numbers.count)] + numbers, of: envelope.payload))
  }

  @Test func `a statement that a trusted key has signed is believed`() throws {
    let key = try SigningKey()
    let (ours, theirs) = (key.publicKey, try SigningKey().publicKey)
    let envelope = try signed(Self.statement, key)
    #expect(trusted(envelope, [theirs, ours]).0?.statement == Self.statement)
    #expect(trusted(envelope, [theirs, ours]).0?.key == ours)
    // It is the same after it was written and read, and under another name of its key.
    var read = try Envelope(Members<Envelope>.envelope.kind.bytes(envelope))
    #expect(read == envelope)
    read.signatures[0].keyID = theirs.id.hex
    #expect(trusted(read, [ours]).0?.key == ours)
    read.signatures.insert(EnvelopeSignature([1, 2, 3], by: nil), at: 0)
    #expect(trusted(read, [ours]).0?.key == ours)
  }

  @Test func `each fault has its reason`() throws {
    let key = try SigningKey()
    let (ours, theirs) = (key.publicKey, try SigningKey().publicKey)
    let envelope = try signed(Self.statement, key)
    #expect(trusted(envelope, [theirs]).1 == .untrusted)
    #expect(trusted(envelope, []).1 == .untrusted)
    var changed = envelope
    changed.payload[40] ^= 1
    #expect(trusted(changed, [ours]).1 == .signature)
    #expect(trusted(changed, [theirs]).1 == .untrusted)
    changed = envelope
    changed.payloadType = "application/json"
    #expect(trusted(changed, [ours]).1 == .payloadType)
    changed = envelope
    changed.signatures = Array(repeating: envelope.signatures[0], count: 101)
    #expect(trusted(changed, [ours]).1 == .malformed)
    let json = Statement<AttestedEvidence>.members.kind.json(Self.statement)
    #expect(trusted(try signed(json, key), [ours]).0 != nil)
    for (member, reason) in [
      ("_type", EnvelopeFault.statement), ("subject", .statement),
      ("predicateType", .predicateType), ("predicate", .statement),
    ] {
      guard case .object(var members) = json else { continue }
      members[member] = .string("https://example.com")
      #expect(trusted(try signed(.object(members), key), [ours]).1 == reason, "\(member)")
      members[member] = nil
      #expect(trusted(try signed(.object(members), key), [ours]).1 == reason, "\(member)")
    }
    // Two files of one name, of which one could be passed over.
    let twice = Statement(
      Self.statement.files + [AttestedFile("evidence.json", .ofNothing)],
      AttestedEvidence.blank)
    #expect(trusted(try signed(twice, key), [ours]).1 == .statement)
  }

  @Test func `an envelope that is cut anywhere is none`() throws {
    let key = try SigningKey()
    let envelope = try signed(Self.statement, key)
    let bytes = Members<Envelope>.envelope.kind.bytes(envelope)
    for count in Sweep.over(0..<bytes.count, step: 7) {
      #expect(throws: EnvelopeFault.malformed) { try Envelope(Array(bytes.prefix(count))) }
    }
  }

  /// What a changed envelope may still say is what was signed, such as in other white space.
  @Test(arguments: Mutants.seeds)
  func `no changed envelope says anything else`(seed: UInt64) throws {
    let key = try SigningKey()
    let envelope = try signed(Self.statement, key)
    let bytes = Members<Envelope>.envelope.kind.bytes(envelope)
    var (read, refused) = (0, 0)
    for mutant in Mutants.of(bytes, seed: seed) {
      guard let envelope = try? Envelope(mutant) else { continue }
      let said = trusted(envelope, [key.publicKey])
      read += 1
      if said.0 == nil { refused += 1 }
      #expect(said.0 == nil || said.0?.statement == Self.statement)
      #expect((said.0 == nil) == (said.1 != nil))
    }
    #expect(read > 0 && refused > 0)
  }
}

/// Changed documents: some in `make test`, 10,000 of each kind with `DAYMARK_MUTANTS`.
enum Mutants {
  private static let count =
    ProcessInfo.processInfo.environment["DAYMARK_MUTANTS"].flatMap { Int($0) } ?? 500

  /// Each is of a hundred.
  static let seeds = (0..<UInt64((count + 99) / 100)).map { $0 }

  static func of(_ bytes: [UInt8], seed: UInt64) -> [[UInt8]] {
    (0..<100).map { mutated(bytes, seed: 100 * seed + $0) }
  }
}
