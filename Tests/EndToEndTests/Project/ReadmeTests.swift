import DaymarkTestSupport
import Foundation
import Testing

/// Runs the README: its commands in a copy of the project's folder, in their order, after `make demo`.
struct ReadmeTests {
  @Test func `every command of the README runs as it is printed`() async throws {
    let folder = try copiedFolder()
    let program = Program.onPath(in: folder.path)
    let demo = try await program.shell(demoCommand())
    #expect(demo.exitCode == 0)
    for command in try fences("sh").flatMap({ $0.split(separator: "\n") }) {
      let outcome = try await program.shell(String(command))
      let expected = command.firstMatch(of: #/# .*exit code (\d+)/#).map { $0.output.1 } ?? "0"
      #expect("\(outcome.exitCode)" == expected, "\(command)\n\(outcome.errors)")
    }
    #expect(try fences("sh").count >= 4)
  }

  @Test func `the demonstration says where its page is, and what to try next`() async throws {
    let folder = try copiedFolder()
    let program = Program.onPath(in: folder.path)
    let demo = try await program.shell(demoCommand())
    let index = try #require(demo.output.firstMatch(of: #/begin with (\S+\.html)\./#)).output.1
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(index)"))
    let makefile = try String(contentsOfFile: packageFolder + "/Makefile", encoding: .utf8)
    let next = makefile.matches(of: #/\n\t@echo "  \$\(DAYMARK\) (.+)"/#).map { $0.output.1 }
    #expect(next.count == 3)
    for command in next {
      let outcome = try await program.shell("daymark \(command)")
      #expect(outcome.exitCode == 0, "\(command)\n\(outcome.errors)")
    }
    // On the first screen of whoever opens the project.
    let readme = try String(contentsOfFile: packageFolder + "/README.md", encoding: .utf8)
    #expect(readme.split(separator: "\n").prefix(8).contains { $0.hasPrefix("![") })
  }

  @Test(arguments: ["README.md", "Sources/Pipeline/Documentation.docc/Templates.md"])
  func `what a page prints is what the program prints`(file: String) async throws {
    let folder = try ProjectFolder()
    let sessions = try fences("console", of: file)
    #expect(!sessions.isEmpty)
    for session in sessions {
      let command = try #require(session.firstMatch(of: #/^\$ (.+)\n/#))
      let outcome = try await folder.program.shell(String(command.output.1))
      #expect(session == "$ \(command.output.1)\n\(outcome.output)\(outcome.errors)")
    }
  }

  @Test func `the README shows the rule of the demonstration and its verdicts`() async throws {
    let folder = try copiedFolder()
    let demo = try await Program.onPath(in: folder.path).shell(demoCommand())
    let table = try #require(try fences("").first { $0.hasPrefix("subject") })
    #expect(demo.output.contains(table))
    let rule = try String(
      contentsOfFile: packageFolder + "/pipelines/ten-thousand-steps/rules.yaml", encoding: .utf8)
    #expect(try fences("yaml") == [rule])
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"])
  func `every target of make that is named exists`(file: String) throws {
    let text = try String(contentsOfFile: "\(packageFolder)/\(file)", encoding: .utf8)
    let makefile = try String(contentsOfFile: packageFolder + "/Makefile", encoding: .utf8)
    let targets = text.matches(of: #/(?:^|`|\n)make ([a-z-]+)/#).map { $0.output.1 }
    #expect(targets.count >= 3)
    for target in targets { #expect(makefile.contains("\n\(target):"), "make \(target)") }
  }
}

/// The blocks of code of a file in a language, without their fences.
private func fences(_ language: String, of file: String = "README.md") throws -> [String] {
  let text = try String(contentsOfFile: "\(packageFolder)/\(file)", encoding: .utf8)
  let blocks = text.split(separator: "```", omittingEmptySubsequences: false)
  return blocks.enumerated().compactMap { index, block in
    guard index % 2 == 1, let end = block.firstIndex(of: "\n") else { return nil }
    return block[..<end] == language ? String(block[block.index(after: end)...]) : nil
  }
}

/// The command that `make demo` runs when it has built the program.
private func demoCommand() throws -> String {
  let makefile = try String(contentsOfFile: packageFolder + "/Makefile", encoding: .utf8)
  let line = try #require(makefile.firstMatch(of: #/\n\t\$\(DAYMARK\) (run .+)\n/#))
  return "daymark \(line.output.1)"
}

/// A folder with copies of what the README's commands read, for they write, too.
private func copiedFolder() throws -> ScratchFolder {
  let folder = try ScratchFolder()
  for name in ["samples", "pipelines", "programmes"] {
    try FileManager.default.copyItem(
      atPath: "\(packageFolder)/\(name)", toPath: "\(folder.path)/\(name)")
  }
  return folder
}
