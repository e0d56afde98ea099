import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

@testable import daymark

/// `daymark new`.
struct NewChallengeTests {
  private static let templates: [ChallengeTemplate] =
    (try? templateFolders(in: "\(packageFolder)/pipelines").map { try loadTemplate(at: $0) }) ?? []

  @Test func `each template with another threshold passes its cases and its check`() async throws {
    let folder = try ProjectFolder()
    try #require(!Self.templates.isEmpty)
    for template in Self.templates {
      let name = template.name
      let present = try #require(template.parameters.first { $0.name == "threshold" }?.present)
      let amount = try #require(Int(present.prefix { $0.isNumber }))
      // Divides into no round parts, above and below.
      for (index, value) in [amount + amount / 3 + 1, max(1, amount * 3 / 7)].enumerated() {
        let threshold = "\(value)" + present.drop { $0.isNumber }
        let made = try await folder.program.run(
          "new", name, "\(name)-\(index)", "--set", "threshold=\(threshold)")
        #expect(made.exitCode == 0, "\(name) \(threshold): \(made.output)\(made.errors)")
        let check = try await folder.program.run("rules", "check", "\(name)-\(index)")
        #expect(check.exitCode == 0, "\(name) \(threshold): \(check.output)")
        let rules = try String(
          contentsOfFile: "\(folder.path)/\(name)-\(index)/rules.yaml", encoding: .utf8)
        #expect(rules.contains(threshold) && rules.hasPrefix("rule: \(name)-\(index)@1.0.0\n"))
      }
    }
  }

  @Test func `each parameter of a template, tiny or large, keeps its cases`() async throws {
    let folder = try ProjectFolder()
    let values = ["days": ["1", "2", "3", "14", "30"], "minutes": ["1 min", "45 min", "1.5 hr"]]
    for template in Self.templates {
      for parameter in template.parameters where parameter.place.hasPrefix("rules.yaml") {
        let unit = parameter.present.drop { $0.isNumber || $0 == "." }
        let tried = values[parameter.name] ?? ["1\(unit)", "3\(unit)", "777\(unit)"]
        for (index, value) in tried.enumerated() {
          let name = "\(template.name)-\(parameter.name)-\(index)"
          let copy = try template.copy(to: name, setting: [parameter.name: value])
          for (file, text) in copy.files {
            try folder.scratch.write(text.utf8, to: "\(name)/\(file)")
          }
          let tests = try testRules(loadRuleTests(at: "\(folder.path)/\(name)"))
          #expect(tests.hasPassed, "\(name) \(value)")
        }
      }
    }
  }

  @Test func `an intake and addresses are set, and checked`() async throws {
    let folder = try ProjectFolder()
    let (hash, address) = (
      "0x" + String(repeating: "ab", count: 32), "0x" + String(repeating: "1", count: 40)
    )
    let made = try await folder.program.run(
      "new", "yoga-minutes", "a", "--set", "modelHash=\(hash)", "--set", "challengeId=42",
      "--address", "anna=\(address)", "--address", "ben=\(address)")
    #expect(made.exitCode == 0, "\(made.errors)")
    let pipeline = try loadPipeline(at: "\(folder.path)/a")
    #expect(pipeline.intake?.profile == .lightchallenge && pipeline.intake?.challengeID == "42")
    #expect(pipeline.subjects.map(\.id) == ["anna", "ben"])
    #expect(pipeline.subjects.map(\.address) == [address, address])
    let wrong = try await folder.program.run(
      "new", "yoga-minutes", "b", "--set", "modelHash=0x12", "--address", "anna=0x1")
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("set it with `--set modelHash=...`"))
    let who = try await folder.program.run("new", "yoga-minutes", "b", "--address", "../anna=0x1")
    #expect(who.exitCode == 2 && who.errors.contains("expected a folder name"))
  }

  @Test func `an installed program finds its templates beside itself`() async throws {
    let folder = try ScratchFolder()
    let files = FileManager.default
    for name in ["bin", "share/daymark", "elsewhere"] {
      try files.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    try files.copyItem(atPath: Program.path, toPath: "\(folder.path)/bin/daymark")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/share/daymark/pipelines",
      withDestinationPath: "\(packageFolder)/pipelines")
    let program = Program(in: "\(folder.path)/elsewhere")
    let list = try await program.shell("../bin/daymark new")
    #expect(list.exitCode == 0 && list.output.contains("walking-distance"), "\(list.errors)")
    let made = try await program.shell("../bin/daymark new walking-distance autumn")
    #expect(made.exitCode == 0, "\(made.errors)")
    let check = try await program.shell("../bin/daymark rules test autumn")
    #expect(check.exitCode == 0, "\(check.errors)")
    // By a link elsewhere that the shell finds, from any folder, and beside templates of one's own.
    let linked = try await program.shell(
      """
      mkdir links && ln -s ../../bin/daymark links/dm && mkdir -p pipelines/mine \\
        && cp ../share/daymark/pipelines/yoga-minutes/*.yaml pipelines/mine \\
        && PATH="$PWD/links:$PATH" && dm new
      """)
    #expect(linked.output.contains("walking-distance") && linked.output.contains("mine "))
  }

  @Test func `what people hand in goes into the inbox, and the clock decides`() async throws {
    let folder = try ProjectFolder()
    let made = try await folder.program.run(
      "new", "walking-distance", "autumn", "--set", "threshold=80 km")
    #expect(made.exitCode == 0, "\(made.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/autumn")
    #expect(
      names.sorted() == ["README.md", "inbox", "pipeline.yaml", "rules.yaml", "rules_test.yaml"])
    let empty = try await folder.program.run("run", "autumn")
    #expect(empty.exitCode == 0)
    #expect(empty.errors.contains("make a folder for each subject, with the archives inside"))
    let run = try await folder.program.shell(
      "cp -R samples/month/. autumn/inbox && daymark run autumn --format json")
    #expect(run.exitCode == 0, "\(run.errors)")
    guard case .array(let subjects)? = try JSONValue(parsing: run.output.utf8)["subjects"] else {
      Issue.record("no subjects")
      return
    }
    // 210 km, 90 km, and 75 km of which no more can come since October 2025.
    #expect(
      subjects.map { $0["verdict"]?["outcome"] }
        == ["pass", "pass", "fail"].map { .string($0) })
  }

  @Test func `what is wrong is said, and nothing is written`() async throws {
    let folder = try ProjectFolder()
    let wrong: [(arguments: [String], code: Int32, says: String)] = [
      (["walking-evry-day", "a"], 2, "did you mean `walking-every-day`?"),
      (["walking-every-day", "a", "--set", "treshold=1"], 2, "did you mean `threshold`?"),
      (
        ["running-distance", "a", "--set", "threshold=42"], 2,
        "a/rules.yaml:5:55: config.bad_value: `atLeast` cannot be `42`; expected a number from 0 and a"
          + " unit of m, km, mi, yd, ft, cm; set it with `--set threshold=...`"
      ),
      (
        ["yoga-minutes", "a", "--set", "to=2025-12-31"], 2,
        "a/pipeline.yaml:7:18: config.bad_value: `proofDeadline` cannot be"
      ),
      (["yoga-minutes", "samples"], 2, "samples: folder.not_empty"),
      (
        ["ten-thousand-steps", "a"], 2,
        "`pipelines/ten-thousand-steps` is not a template: it has no template.yaml; there are "
      ),
      (["yoga-minutes", "a", "--set", "threshold"], 64, "expected NAME=VALUE"),
      (["yoga-minutes", "a", "--set", "to=x", "--set", "to=y"], 64, "given twice"),
      (["yoga-minutes", "--set", "to=x"], 64, "needs a folder"),
    ]
    for (arguments, code, says) in wrong {
      let outcome = try await folder.program.run(["new"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments)")
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["pipelines", "programmes", "samples"])
  }

  @Test func `a folder whose name is no id leaves the template's, which is said`() async throws {
    let folder = try ProjectFolder()
    let named = try await folder.program.run("new", "hiit-minutes", "Our_HIIT")
    #expect(named.exitCode == 0)
    #expect(named.errors.contains("`--set id=NAME`"))
    let set = try await folder.program.run("new", "hiit-minutes", "Our_2", "--set", "id=our-2")
    #expect(set.exitCode == 0)
    #expect(set.errors.isEmpty)
  }

  @Test func `cases that do not hold any more are named, and the challenge is there`() async throws
  {
    let folder = try ProjectFolder()
    // A template that does not say that its cases go by the days.
    let made = try await folder.program.shell(
      """
      mkdir t && cp pipelines/walking-every-day/*.yaml t && sed -i '/scales: days/d' t/template.yaml \\
        && daymark new t a --set days=6
      """)
    #expect(made.exitCode == 3)
    // Six days are left, enough for six running.
    #expect(made.output.contains("a/rules_test.yaml:"))
    #expect(made.output.contains("too late to begin"))
    #expect(!made.output.contains("just enough on each"))
    let test = try await folder.program.run("rules", "test", "a")
    #expect(test.exitCode == 3)
  }

  @Test func `an empty folder is taken, and templates and parameters are listed`() async throws {
    let folder = try ProjectFolder()
    let made = try await folder.program.shell("mkdir a && daymark new hiit-minutes a/")
    #expect(made.exitCode == 0, "\(made.errors)")
    let list = try await folder.program.run("new")
    for template in Self.templates {
      #expect(list.output.contains("\(template.name) "))
      // Wide enough for a meaning to stay on one line.
      let shown = try await folder.program.shell("COLUMNS=1000 daymark new \(template.name)")
      for parameter in template.parameters {
        #expect(shown.output.contains(Wording.words(parameter.meaning)))
      }
    }
    let document = try await folder.program.run("new", "--format", "json")
    guard case .array(let listed) = try JSONValue(parsing: document.output.utf8) else {
      Issue.record("no list")
      return
    }
    #expect(listed.compactMap { $0.string("template") } == Self.templates.map(\.name))
  }

  @Test func `a folder is all that makes a template`() async throws {
    let folder = try ProjectFolder()
    let made = try await folder.program.shell(
      """
      rm pipelines && mkdir -p pipelines/stretching && cd pipelines/stretching \
        && cp -L \(packageFolder)/pipelines/yoga-minutes/*.yaml . \
        && sed -i 's/yoga-minutes/stretching/g; s/Minutes of yoga/Stretching/g' *.yaml && cd ../.. \
        && daymark new && daymark new stretching ours --set "threshold=90 min"
      """)
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.output.contains(#/stretching +Stretching\n/#))
    #expect(made.output.contains("ours made; its rule holds on its cases."))
  }

  @Test func `each template has its row in the documentation`() throws {
    let page = try String(
      contentsOfFile: "\(packageFolder)/Sources/Pipeline/Documentation.docc/Templates.md",
      encoding: .utf8)
    for template in Self.templates {
      let own = template.parameters.filter { $0.place.hasPrefix("rules.yaml") }
        .map { "`\($0.name)` \($0.present)" }.joined(separator: ", ")
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(template.name)` |") }
      #expect(row?.hasPrefix("| `\(template.name)` | \(template.title) | ") == true)
      #expect(row?.hasSuffix(" | \(own) |") == true, "\(own)")
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("` | ") }
    let named = rows.filter { $0.split(separator: "|").last?.contains("`threshold`") == true }
    #expect(named.count == Self.templates.count)
  }
}
