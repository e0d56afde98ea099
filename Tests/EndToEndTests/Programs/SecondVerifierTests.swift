import DaymarkTestSupport
import Foundation
import Testing

/// What the second verifier, which was written from the pages alone, says of what the program writes.
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
}
