import DaymarkTestSupport
import Foundation
import Testing

/// What the second verifier, which was made from the pages, says of what the program writes.
struct SecondVerifierTests {
  private static let verifier = "python3 verifier/daymark_verify.py"

  @Test(.enabled(if: Python.reads("cryptography"), Python.hint))
  func `it takes what a run wrote and signed, and names what was changed`() async throws {
    let folder = try ScratchFolder()
    let program = Program.onPath(in: folder.path)
    let made = try await program.shell(
      """
      cp -r \(packageFolder)/pipelines \(packageFolder)/samples \(packageFolder)/verifier . &&
      daymark run pipelines/ten-thousand-steps --as-of 2025-10-16T00:00:00Z --quiet &&
      daymark keys new key.pem && daymark keys show key.pem >public.pem &&
      daymark attest out/steps-2025-09 --key key.pem &&
      daymark reveal out/steps-2025-09/anna --dates 2025-09-03 --metrics steps
      """)
    #expect(made.exitCode == 0, "\(made.errors)")
    for what in ["out/steps-2025-09/anna", "out/steps-2025-09/clara", "disclosure.json"] {
      let said = try await program.shell("\(Self.verifier) \(what) --trust public.pem")
      #expect(said.exitCode == 0, "\(what): \(said.output)\(said.errors)")
    }
    let changed = try await program.shell(
      """
      sed -i 's/12800/12900/' disclosure.json out/steps-2025-09/anna/evidence.json
      \(Self.verifier) disclosure.json --trust public.pem; test $? = 3 &&
      \(Self.verifier) out/steps-2025-09/anna --trust public.pem; test $? = 3
      """)
    #expect(changed.exitCode == 0, "\(changed.output)\(changed.errors)")
  }

  /// Steps or pushes, of which a day has either; and days before the period, several rows a day.
  @Test func `both take what templates with sums and earlier days write`() async throws {
    let folder = try ScratchFolder()
    let program = Program.onPath(in: folder.path)
    let said = try await program.shell(
      """
      cp -r \(packageFolder)/pipelines \(packageFolder)/samples \(packageFolder)/verifier . || exit 9
      for one in steps-or-pushes more-than-before strength-month feats-of-strength; do
        daymark run pipelines/$one --out $one --as-of 2026-06-01T00:00:00Z --quiet || exit 8
        daymark verify $one/*/ --quiet || echo "verify: $one"
        for person in $one/*/*/; do
          \(Self.verifier) $person >said || { echo "verifier: $person"; cat said; }
        done
      done
      """)
    #expect(said.exitCode == 0 && said.output.isEmpty, "\(said.output)\(said.errors)")
  }

  /// The deadline is 15 October.
  ///
  /// As of 10 September nothing is final, whatever somebody writes into both documents.
  @Test func `neither takes a verdict for final because it says so`() async throws {
    let folder = try ScratchFolder()
    let program = Program.onPath(in: folder.path)
    let said = try await program.shell(
      """
      cp -r \(packageFolder)/pipelines \(packageFolder)/samples \(packageFolder)/verifier . &&
      daymark run pipelines/ten-thousand-steps --as-of 2025-09-10T00:00:00Z --quiet &&
      cd out/steps-2025-09/anna &&
      daymark verify . --quiet && python3 ../../../verifier/daymark_verify.py . &&
      sed -i 's/"final":false/"final":true/' evidence.json verdict.json &&
      grep -c '"final":true' evidence.json verdict.json &&
      sha256sum evidence.json > evidence.sha256 || exit 9
      daymark verify . --quiet; echo "both $?"
      sed -i 's/"openUntil":"[^"]*",//' evidence.json verdict.json
      sha256sum evidence.json > evidence.sha256
      daymark verify .; echo "verify $?"
      python3 ../../../verifier/daymark_verify.py .; echo "verifier $?"
      cd ../../.. && printf 'subject,stake\nanna,5\n' > stakes.csv
      printf 'asset: x\nshare: equally\n' > payout.yaml
      daymark payout out/steps-2025-09 --stakes stakes.csv --policy payout.yaml; echo "payout $?"
      """)
    for line in ["both 3", "verify 3", "verifier 3", "payout 2"] {
      #expect(said.output.split(separator: "\n").contains(Substring(line)), "\(said.output)")
    }
    #expect(said.output.contains("verdict.json $.final"))
    #expect(said.errors.contains("evidence.contradictory"))
  }
}
