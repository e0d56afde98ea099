import DaymarkTestSupport
import Testing

/// What bash offers when somebody presses Tab, with the completions that `make install` installs.
struct ShellCompletionTests {
  private static let lines: [(words: String, offers: String)] = [
    ("new walking-c", "walking-competition"),
    ("explain st", "steps-2025-09"),
    ("explain steps-2025-09 ''", "anna ben clara"),
    ("decide --out elsewhere steps-2025-09 b", ""),
    ("forget --out=out steps-2025-09 b", "ben"),
    ("attest out/steps-2025-09 a", "anna"),
    ("changes ''", "steps-2025-09"),
    ("rules check pipelines/walking-every-day/rules.", "pipelines/walking-every-day/rules.yaml"),
    ("schema rul", "rules rules_test"),
    ("verify out/steps-2025-09/an", "out/steps-2025-09/anna"),
  ]

  @Test func `templates, challenges, subjects, rules and schemas are offered`() async throws {
    let folder = try ProjectFolder()
    let run = try await folder.program.shell(
      "daymark run pipelines/ten-thousand-steps --as-of 2025-10-01T00:00:00Z --quiet --jobs 1")
    #expect(run.exitCode == 0)
    let script = """
      . <(daymark --generate-completion-script bash)
      press() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _daymark daymark "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo $(printf '%s\\n' "${COMPREPLY[@]}" | sort)
      }
      \(Self.lines.map { "press daymark \($0.words)" }.joined(separator: "\n"))
      """
    try folder.scratch.write(script.utf8, to: "press-tab")
    let outcome = try await folder.program.shell("bash press-tab")
    let offered = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, offer) in zip(Self.lines, offered) {
      #expect(line.offers == offer, "daymark \(line.words)")
    }
    #expect(offered.count == Self.lines.count + 1 && outcome.errors.isEmpty, "\(outcome.errors)")
  }
}
