import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

/// A document of a proof is read as it is written, and in no other way; see Proof, "Formats".
struct ProofDocumentTests {
  private func isRead<Value>(_ kind: Kind<Value>, _ json: JSONValue) -> Bool {
    kind.value(of: json) != nil
  }

  /// Reads a document with its `schema` as it is, of another version, and without one.
  private func reads<Value>(_ kind: Kind<Value>, _ value: Value) -> [Bool] {
    guard case .object(var members) = kind.json(value) else { return [] }
    let name = kind.json(value).string("schema") ?? ""
    return [name, name.replacing("@1", with: "@2"), nil].map { schema in
      members["schema"] = schema.map { .string($0) }
      return isRead(kind, .object(members))
    }
  }

  @Test func `another schema is another document`() {
    let only = [true, false, false]
    #expect(reads(Members<Commitment>.commitment.kind, SampleProof.commitment) == only)
    #expect(reads(Members<Disclosure>.disclosure.kind, SampleProof.disclosure) == only)
    #expect(reads(Members<Inclusion>.inclusion.kind, SampleProof.inclusion) == only)
    #expect(reads(Members<Payout>.payout.kind, SampleProof.payout) == only)
    let consistency = Consistency(from: "a", to: "b", [.ofNothing])
    #expect(reads(Members<Consistency>.consistency.kind, consistency) == only)
  }

  @Test func `a statement of another type is none`() {
    let kind = Statement<AttestedPayout>.members.kind
    let json = kind.json(Statement([AttestedFile("a", .ofNothing)], AttestedPayout(Payout())))
    guard case .object(let members) = json else { return }
    #expect(isRead(kind, json))
    for key in ["_type", "predicateType"] {
      var changed = members
      changed[key] = .string("https://in-toto.io/Statement/v2")
      #expect(!isRead(kind, .object(changed)))
      changed[key] = nil
      #expect(!isRead(kind, .object(changed)))
    }
  }

  @Test func `a digest has one text`() {
    let hex = Digest.ofNothing.hex
    #expect(Kind<Digest>.digest.value(of: .string(hex)) == .ofNothing)
    for other in [hex.uppercased(), String(hex.dropLast()), hex + "0", " " + hex] {
      #expect(Kind<Digest>.digest.value(of: .string(other)) == nil, "\(other)")
    }
  }
}
