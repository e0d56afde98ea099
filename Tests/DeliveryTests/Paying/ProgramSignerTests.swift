import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkDelivery

/// Signers that are programs, good and bad; see Signers, "How it is called".
struct ProgramSignerTests {
  private func wallet(_ script: String, seconds: Int = 20) -> PaymentWallet {
    var wallet = PaymentWallet(
      name: "main", network: "eip155:84532", address: TestKey.address,
      signer: ["/bin/sh", "-c", script, "signer", "an argument; with $(words)"])
    wallet.signerSeconds = seconds
    return wallet
  }

  private func ask(_ script: String, seconds: Int = 20) async throws -> JSONValue {
    try await ProgramSigner().ask(
      .object(["request": .string("sign")]), of: wallet(script, seconds: seconds))
  }

  /// The words of the failure.
  private func failure(_ script: String, seconds: Int = 20) async -> String? {
    do {
      _ = try await ask(script, seconds: seconds)
      return nil
    } catch { return (error as? SignerFailure)?.words }
  }

  @Test func `the request comes on one line, the arguments as they are, and the answer is read`()
    async throws
  {
    let answer = try await ask(
      #"read -r line; rest=$(cat); printf '{"line": "%s", "argument": "%s", "rest": "%s"}' "$(echo "$line" | tr -d '"{}')" "$1" "$rest""#
    )
    #expect(answer.string("line") == "request:sign" && answer.string("rest") == "")
    #expect(answer.string("argument") == "an argument; with $(words)")
  }

  @Test func `it answers without having read, and nothing breaks`() async throws {
    #expect(try await ask("exec <&-; echo '{\"a\": \"b\"}'").string("a") == "b")
  }

  @Test(arguments: [
    ("exit 3", "failed"), ("kill -9 $$", "failed"), ("echo no", "did not answer with JSON"),
    ("true", "did not answer with JSON"), ("echo '{\"a\":1,\"a\":2}'", "did not answer with JSON"),
    ("echo '{\"error\": \"the \\u001b[2Jsafe is shut\"}'", "[2Jsafe is shut"),
    ("head -c 300000 /dev/zero", "failed"),
  ])
  func `what is no answer is a failure that says why`(script: String, words: String) async {
    let failure = await failure(script, seconds: 5)
    #expect(failure?.hasPrefix("the signer of `main`") == true)
    #expect(failure?.contains(words) == true, "\(failure ?? "an answer")")
  }

  @Test func `a program that is not there cannot be started`() async {
    var wallet = wallet("")
    wallet.signer = ["/nowhere/signer"]
    await #expect(throws: SignerFailure("the signer of `main` cannot be started")) {
      try await ProgramSigner().ask(.object([:]), of: wallet)
    }
  }

  /// A script around a program that hangs, one that goes on in the background, one that closes its output and stays.
  @Test(arguments: [
    "sleep 47.1; true", "sleep 47.2 & wait", "sleep 47.3 & true", "exec >&-; sleep 47.4; true",
  ])
  func `what hangs is given up in time, with all that it has started`(script: String) async throws {
    let began = ContinuousClock.now
    let words = await failure(script, seconds: 1)
    #expect(ContinuousClock.now - began < .seconds(10))
    #expect(words == "the signer of `main` gave no answer in 1 s")
    let number = try #require(script.firstMatch(of: #/47\.(\d)/#)).output.1
    let left = try await Program().shell(
      "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'sleep [4]7.\(number)'")
    #expect(left.output == "0\n")
  }

  @Test func `the sample signer signs, and says unknown to every status`() async throws {
    let folder = try ScratchFolder()
    let key = try folder.write(Array(String(repeating: "11", count: 32).utf8), to: "tries.key")
    var wallet = wallet("")
    wallet.signer = ["/usr/bin/env", "python3", "\(packageFolder)/signers/sample_signer.py", key]
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    await #expect(throws: SignerFailure.self) {
      try await ProgramSigner().ask(.object([:]), of: wallet)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let call = try await PayingCall.deliver(over: PricedService(), TestSigner())
    let payment = try #require(call.payment)
    let request = try #require(SigningRequest(payment, PaymentPolicy.test.assets[0]))
    let answer = try await ProgramSigner().ask(request.sign, of: wallet)
    #expect(try request.signature(in: answer).count == 65)
    let status = try await ProgramSigner().ask(request.status, of: wallet)
    #expect(request.status(in: status) == .unknown)
  }
}
