import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// What holds of every command, whatever it prints.
struct CommandLineTests {
  @Test(
    arguments: [
      [], ["unknown"], ["aggregate"], ["aggregate", "a.zip", "--zone", "Europe/Berlyn"],
      ["aggregate", "a.zip", "--from", "2025-02-30"], ["run"], ["run", "p", "--jobs", "0"],
      ["aggregate", "a.zip", "--from", "2025-01-02", "--to", "2025-01-01"],
      ["inspect", "a.zip", "--format", "xml"], ["verify"],
    ])
  func `wrong usage says how it is used and ends with 64`(arguments: [String]) async throws {
    let outcome = try await Program().run(arguments)
    // Without any argument it is a question, not an error.
    #expect(outcome.exitCode == (arguments.isEmpty ? 0 : 64))
    #expect((outcome.output + outcome.errors).lowercased().contains("usage: daymark"))
  }

  @Test func `a command that is misspelt is named, with what was meant`() async throws {
    for (arguments, says) in [
      (["explian", "a", "b"], "`daymark` has no command `explian`; did you mean `explain`?"),
      (["rules", "chek"], "`daymark rules` has no command `chek`; did you mean `check`?"),
      (["explain", "a", "b", "--stor", "x"], "--store"),
    ] {
      let outcome = try await Program().run(arguments)
      #expect(outcome.exitCode == 64 && outcome.errors.contains(says), "\(outcome.errors)")
    }
  }

  /// With this variable the loader only lists what it would load, as `ldd` does.
  @Test func `packagers see each library that the program cannot do without`() async throws {
    let loader = Program(environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    let libraries = try await loader.run(["--version"]).output
    for library in ["libarchive", "libcrypto", "libsqlite3", "libxml2", "libz"] {
      #expect(libraries.contains("\(library).so"), "\(library)")
    }
    #expect(!libraries.contains("libisal"))
  }

  @Test func `a missing file ends each command that reads archives with 2`() async throws {
    let folder = try ProjectFolder()
    let sound = "samples/challenge/anna/input/export.zip"
    for arguments in [
      ["inspect", "none.zip"], ["inspect", sound, "none.zip"], ["aggregate", "none.zip"],
      ["explain-day", "none.zip", "--date", "2025-09-01"],
    ] {
      #expect(try await folder.program.run(arguments).exitCode == 2, "\(arguments)")
    }
  }

  @Test func `the store is looked for where the run's outputs are`() async throws {
    let folder = try ProjectFolder()
    let asOf = "--as-of 2025-10-01T00:00:00Z"
    for out in ["", " --out elsewhere"] {
      let run = "daymark run pipelines/ten-thousand-steps \(asOf)\(out)"
      #expect(try await folder.program.shell(run).exitCode == 0)
      for command in [
        "daymark explain steps-2025-09 anna",
        "daymark rules sweep pipelines/ten-thousand-steps --values 1",
        "daymark rules diff pipelines/ten-thousand-steps pipelines/ten-thousand-steps",
      ] {
        let outcome = try await folder.program.shell(command + out)
        #expect(outcome.exitCode == 0, "\(command)\(out): \(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["1", ""])
  func `away from a terminal nothing is coloured or redrawn`(noColor: String) async throws {
    let folder = try ProjectFolder(environment: ["NO_COLOR": noColor, "TERM": "xterm-256color"])
    for command in everyCommand {
      let outcome = try await folder.program.shell(command)
      #expect(!(outcome.output + outcome.errors).contains("\u{1B}"), "\(command)")
    }
  }

  @Test func `quiet commands say nothing but their result`() async throws {
    let folder = try ProjectFolder()
    for command in everyCommand {
      let outcome = try await folder.program.shell(command + " --quiet")
      #expect(outcome.errors == "", "\(command)")
      let isResult = command.contains("inspect") || command.contains("aggregate")
      #expect(outcome.output.isEmpty != isResult, "\(command)")
    }
  }

  @Test func `only a verdict that is not pass turns the exit code to 3, and only when asked`()
    async throws
  {
    let folder = try ProjectFolder()
    try folder.scratch.write(
      pipelineOf(subject: "anna", archive: "samples/challenge/anna/input/export.zip").utf8,
      to: "passes/pipeline.yaml")
    _ = try await folder.program.shell("cp pipelines/ten-thousand-steps/rules.yaml passes")
    let asOf = "--as-of 2025-10-01T00:00:00Z"
    for (command, code) in [
      ("daymark run passes \(asOf)", 0), ("daymark run passes \(asOf) --exit-on-fail", 0),
      ("daymark run pipelines/ten-thousand-steps \(asOf)", 0),
      ("daymark run pipelines/ten-thousand-steps \(asOf) --exit-on-fail", 3),
    ] {
      let outcome = try await folder.program.shell(command)
      #expect(outcome.exitCode == Int32(code), "\(command): \(outcome.errors)")
    }
  }

  @Test func `no health value is printed by inspect, run or verify`() async throws {
    let folder = try ProjectFolder()
    try folder.scratch.write(privateExport.zip(), to: "private.zip")
    try folder.scratch.write(
      pipelineOf(subject: "zoë", archive: "private.zip").utf8, to: "pipeline.yaml")
    try folder.scratch.write(privateRule.utf8, to: "rules.yaml")
    let evidence = "out/private/zo%C3%AB/evidence.json"
    let commands = [
      "daymark inspect private.zip", "daymark inspect private.zip --format json",
      "daymark run . --as-of 2025-10-01T00:00:00Z --exit-on-fail",
      "daymark run . --as-of 2025-10-01T00:00:00Z --format json",
      "daymark verify \(evidence) --raw private.zip",
      "sed 's/73137/73138/g' \(evidence) > changed.json",
      "daymark verify changed.json --raw private.zip",
    ]
    for command in commands {
      let outcome = try await folder.program.shell(command)
      let text = outcome.output + outcome.errors
      for value in ["73137", "73138", "73,137", "73.137"] {
        #expect(!text.contains(value), "\(command)")
      }
    }
    // The value was there to be printed.
    let figures = try await folder.program.shell("daymark aggregate private.zip; cat \(evidence)")
    #expect(figures.output.split(separator: "73137").count > 3)
    let asked = try await folder.program.shell(
      "daymark run . --as-of 2025-10-01T00:00:00Z --show-values")
    #expect(asked.output.contains("73137"))
  }
}

private let everyCommand = [
  "daymark inspect samples/apple-health/heart-rate/input/export.zip",
  "daymark aggregate samples/apple-health/heart-rate/input/export.zip",
  "daymark run pipelines/ten-thousand-steps --as-of 2025-10-01T00:00:00Z",
  "daymark verify out/steps-2025-09/anna/evidence.json --raw samples/challenge/*/input/export.zip",
  "daymark verify out/steps-2025-09/ben/evidence.json --raw samples/challenge/*/input/export.zip",
]

private func pipelineOf(subject: String, archive: String) -> String {
  """
  pipeline: private
  challenge: { id: private, title: Private, from: 2025-09-01, to: 2025-09-07 }
  subjects: { list: [{ id: \(subject), timeZone: Europe/Berlin, archives: [../\(archive)] }] }
  rules: rules.yaml

  """.replacing("../private", with: "private")
}

private let privateRule = """
  rule: private@1.0.0
  title: Private
  requires:
    all:
      - total: { metric: steps, atLeast: 100000 }
      - average: { metric: activeEnergy, atLeast: 99999 kcal }
      - best: { metric: distanceWalkingRunning, atMost: 1 km }

  """

/// One value wherever a value can stand, right and wrong.
private let privateExport: HealthExport = {
  let (watch, start, end) = (
    HealthSource.watch(), ExportTime.text("2025-09-02 08:00:00 +0200"),
    ExportTime.text("2025-09-02 09:00:00 +0200")
  )
  let value = "73137"
  var export = HealthExport(
    exportDate: "2025-09-09 08:00:00 +0200",
    records: [
      .init(.steps, value, by: watch, start, end), .init(.steps, value, by: watch, start, end),
      .init(.activeEnergy, value, by: watch, start, end),
      .init(.distanceWalkingRunning, value, "m", by: watch, start, end),
      .init(.heartRate, value, by: watch, start), .init(.steps, "-" + value, by: watch, start, end),
      .init(.steps, value + "x", by: watch, start, end),
      .init(.steps, value, "furlong", by: watch, start, end),
      .init(.steps, value, by: watch, end, start), .init(.steps, value, by: watch, "yesterday"),
      .init(.steps, value, by: watch, start, end, metadata: [.userEntered]),
      .init(.steps, "9" + value + "e15", by: watch, start, end),
    ])
  export.workouts = [
    HealthWorkout(
      "Running", by: watch, duration: value, start, end,
      statistics: [WorkoutStatistics(Metric.activeEnergy.healthType, sum: value, unit: "kcal")])
  ]
  return export
}()
