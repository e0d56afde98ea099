import DaymarkConfiguration
import DaymarkModel
import Foundation
import Testing

/// The manifest and the inbox; the list is tested with the pipeline.
struct SubjectsTests {
  static func pipeline(_ subjects: String) -> String {
    goodPipeline.replacing(
      "  list:\n    - { id: anna, archives: [a.zip] }", with: "  \(subjects)")
  }

  static let address = "0x52908400098527886E0F7030069857D2E4169EE7"

  @Test func `a manifest has a row per archive, in any order, paths from its own folder`() throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline("manifest: people/subjects.csv"), "rules.yaml": goodRule,
      "people/subjects.csv": [
        "subject,address,archive,time_zone", "anna,\(Self.address),a.zip,Europe/Berlin",
        "\"Meier, \"\"Bo\"\"\",,b c.zip,Nowhere/Land", "anna,,/other/a2.zip,", "",
      ].joined(separator: "\r\n"),
    ])
    let read = try loadPipeline(at: files.folder)
    #expect(
      read.subjects == [
        Subject(
          id: "anna", address: Self.address, zone: .named("Europe/Berlin"),
          archives: [files.folder + "/people/a.zip", "/other/a2.zip"]),
        Subject(
          id: "Meier, \"Bo\"", unknownZone: "Nowhere/Land",
          archives: [files.folder + "/people/b c.zip"]),
      ])
  }

  @Test(arguments: ["manifest: subjects.csv", "inbox: inbox"])
  func `a published pipeline need not have its subjects beside it`(subjects: String) throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline(subjects), "rules.yaml": goodRule,
    ])
    let published = try loadPublishedPipeline(at: files.folder)
    #expect(published.subjects == [])
    #expect(throws: ConfigurationError.self) { try loadPipeline(at: files.folder) }
    // An empty name is wrong wherever it stands, and is said once.
    let unnamed = try Files([
      "pipeline.yaml": Self.pipeline("inbox: \"\""), "rules.yaml": goodRule,
    ])
    let error = #expect(throws: ConfigurationError.self) {
      try loadPublishedPipeline(at: unnamed.folder)
    }
    #expect(error?.findings.count == 1)
  }

  static let head = "subject,address,archive,time_zone\n"

  static let manifestErrors: [(String, [String])] = [
    ("subject,archive\na,b\n", ["subjects.csv:1 config.bad_value header"]),
    ("", ["subjects.csv:1 config.bad_value header"]),
    (head, ["subjects.csv:1 config.missing_key subject"]),
    (head + "a,,b\n", ["subjects.csv:2 config.bad_value row"]),
    (head + "a,,b,,\n", ["subjects.csv:2 config.bad_value row"]),
    (head + ",,b,\n", ["subjects.csv:2 config.missing_key subject"]),
    (
      "subject,address,archive,time_zone,received_at\na,,,,2025-09-10T00:00:00Z\n",
      ["subjects.csv:2 config.missing_key archive"]
    ),
    (head + "a,0x1,b,\n", ["subjects.csv:2 config.bad_value address"]),
    (head + "a,,b,\na,,b,\n", ["subjects.csv:3 config.duplicate archive"]),
    (
      head + "a,\(address),b,UTC\na,0x\(String(repeating: "0", count: 40)),c,Europe/Berlin\n",
      ["subjects.csv:3 config.bad_value address", "subjects.csv:3 config.bad_value time_zone"]
    ),
    (head + "\"a\nb\",,b,\n", ["subjects.csv:2 config.bad_value subject"]),
    (head + "a\"b,,b,\n", ["subjects.csv:2 config.syntax"]),
    (head + "\"a\"b,,b,\n", ["subjects.csv:2 config.syntax"]),
    (head + "\"a\nb,,b,\n", ["subjects.csv:4 config.syntax"]),
  ]

  @Test(arguments: ["list: [{ id: dora, archives: [] }]", "manifest: subjects.csv"])
  func `who has handed in nothing is a subject`(subjects: String) throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline(subjects), "rules.yaml": goodRule,
      "subjects.csv": Self.head + "dora,,,\n",
    ])
    #expect(try loadPipeline(at: files.folder).subjects == [Subject(id: "dora")])
  }

  @Test(arguments: manifestErrors)
  func `each error of a manifest has its line`(text: String, expected: [String]) throws {
    #expect(
      try pipelineErrors(Self.pipeline("manifest: subjects.csv"), ["subjects.csv": text])
        == expected)
  }

  @Test func `an inbox has a folder per subject`() throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline("inbox: inbox/"), "rules.yaml": goodRule,
      "inbox/bo/export.zip": "", "inbox/bo/garmin/x.fit": "", "inbox/bo/.DS_Store": "",
      "inbox/anna.yaml": "address: \"\(Self.address)\"\ntimeZone: Mars/Olympus\n",
      "inbox/anna/a.zip": "", "inbox/.hidden/x": "", "inbox/stray.zip": "", "inbox/eva.yaml": "",
    ])
    let read = try loadPipeline(at: files.folder)
    let inbox = files.folder + "/inbox/"
    var anna = Subject(
      id: "anna", address: Self.address, unknownZone: "Mars/Olympus",
      archives: [inbox + "anna/a.zip"])
    var bo = Subject(id: "bo", archives: [inbox + "bo/export.zip", inbox + "bo/garmin"])
    (anna.folder, bo.folder) = (inbox + "anna", inbox + "bo")
    #expect(read.subjects.dropLast() == [anna, bo])
    // An archive was handed in, and is not read.
    #expect(read.subjects.last?.id == "stray")
    #expect(read.subjects.last?.problem?.location?.file == inbox + "stray.zip")
    #expect(read.warnings.map { $0.location?.file } == [inbox + "eva.yaml"])
  }

  @Test func `when archives were received is said in a column, or beside them`() throws {
    let instant = try #require(Instant(rfc3339: "2025-09-10T00:00:00Z"))
    let manifest = try Files([
      "pipeline.yaml": Self.pipeline("manifest: subjects.csv"), "rules.yaml": goodRule,
      "subjects.csv": "subject,address,archive,time_zone,received_at\n"
        + "anna,,a.zip,,2025-09-10T02:00:00+02:00\nanna,,b.zip,,\n",
    ])
    let listed = try loadPipeline(at: manifest.folder).subjects
    #expect(listed.map(\.receivedAt) == [[manifest.folder + "/a.zip": instant]])
    let inbox = try Files([
      "pipeline.yaml": Self.pipeline("inbox: inbox"), "rules.yaml": goodRule,
      "inbox/anna.yaml": "receivedAt: 2025-09-10T00:00:00Z\n", "inbox/anna/a.zip": "",
      "inbox/bo/b.zip": "",
    ])
    let subjects = try loadPipeline(at: inbox.folder).subjects
    #expect(
      subjects.map(\.receivedAt) == [[inbox.folder + "/inbox/anna/a.zip": instant], [:]])
    #expect(
      try pipelineErrors(
        Self.pipeline("manifest: subjects.csv"),
        ["subjects.csv": "subject,address,archive,time_zone,received_at\na,,b,,yesterday\n"])
        == ["subjects.csv:2 config.bad_value received_at"])
  }

  @Test func `each archive may have an instant by its name, in the list or beside the folder`()
    throws
  {
    let instant = try #require(Instant(rfc3339: "2025-09-10T00:00:00Z"))
    let receipts = [
      "receivedAt:", "  a.zip: 2025-09-10T00:00:00Z", "  c.zip: 2025-09-11T00:00:00Z",
    ]
    let list =
      (["list:", "  - id: anna", "    archives: [a.zip, b.zip]"] + receipts.map { "    " + $0 })
      .joined(separator: "\n    ")
    for (subjects, others) in [
      (list, [:]),
      (
        "inbox: inbox",
        [
          "inbox/anna.yaml": receipts.joined(separator: "\n") + "\n", "inbox/anna/a.zip": "",
          "inbox/anna/b.zip": "",
        ]
      ),
    ] {
      let files = ["pipeline.yaml": Self.pipeline(subjects), "rules.yaml": goodRule]
      let written = try Files(files.merging(others) { $1 })
      let read = try loadPipeline(at: written.folder)
      let subject = try #require(read.subjects.first)
      #expect(Array(subject.receivedAt.values) == [instant] && !subject.receivedTogether)
      #expect(subject.receivedAt.keys.allSatisfy { $0.hasSuffix("/a.zip") })
      #expect(read.warnings.map(\.code) == [.inputReceiptUnmet])
      #expect(read.warnings.map(\.facts.value) == ["c.zip"])
    }
    let text = Self.pipeline(list).replacing("2025-09-11T00:00:00Z", with: "yesterday")
    #expect(try pipelineErrors(text).map { $0.split(separator: " ").last } == ["receivedAt"])
  }

  @Test func `what is set aside is said in the list, beside the folder, or in a column`() throws {
    let whole = InputWaiver(because: "it is somebody else's")
    let lost = InputWaiver(.archiveTruncated, because: "a copy: whole")
    let entries = [
      "setAside:", "  - { input: a.zip, because: \"it is somebody else's\" }",
      "  - { input: b.zip, finding: archive.truncated, because: \"a copy: whole\" }", "",
    ]
    let list = try Files([
      "pipeline.yaml": Self.pipeline(
        (["list:", "  - id: anna", "    archives: [a.zip, b.zip]"] + entries.map { "    " + $0 })
          .joined(separator: "\n    ")), "rules.yaml": goodRule,
    ])
    let inbox = try Files([
      "pipeline.yaml": Self.pipeline("inbox: inbox"), "rules.yaml": goodRule,
      "inbox/anna.yaml": entries.joined(separator: "\n"), "inbox/anna/a.zip": "",
    ])
    for files in [list, inbox] {
      let subject = try #require(try loadPipeline(at: files.folder).subjects.first)
      #expect(subject.setAside == [.init("a.zip", whole), .init("b.zip", lost)])
    }
    let header =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,"
      + "exercises,columns,feats,sex,set_aside\n"
    let manifest = try Files([
      "pipeline.yaml": Self.pipeline("manifest: subjects.csv"), "rules.yaml": goodRule,
      "subjects.csv": header + "anna,,a.zip,,,,,,,,,,it is somebody else's\n"
        + "anna,,b.zip,,,,,,,,,,archive.truncated: a copy: whole\nanna,,c.zip,,,,,,,,,,\n",
    ])
    let subject = try #require(try loadPipeline(at: manifest.folder).subjects.first)
    #expect(subject.setAside.map(\.waiver) == [whole, lost])
    #expect(
      zip(subject.setAside, subject.archives).allSatisfy { $0.isAbout($1, Digest(of: [])) })
    // A slip in a code must not set the whole input aside.
    #expect(
      try pipelineErrors(
        Self.pipeline("manifest: subjects.csv"),
        [
          "subjects.csv": header + "a,,b,,,,,,,,,,archive.truncatd: a copy\n"
            + "a,,c,,,,,,,,,,sample.manual: a copy\n"
        ])
        == [
          "subjects.csv:2 config.bad_value set_aside", "subjects.csv:3 config.bad_value set_aside",
        ])
  }

  @Test func `who is complete is said in the list, beside the folder, in a column, or for all`()
    throws
  {
    let list =
      "list:\n    - { id: anna, archives: [a.zip], complete: true }\n    - { id: ben, archives: [b.zip] }"
    let inbox: [String: String] = [
      "inbox/anna.yaml": "complete: true\n", "inbox/anna/a.zip": "", "inbox/ben/b.zip": "",
    ]
    let header =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,"
      + "exercises,columns,feats,sex,set_aside,complete\n"
    let manifest = ["subjects.csv": header + "anna,,a.zip,,,,,,,,,,,true\nben,,b.zip,,,,,,,,,,,\n"]
    for (subjects, others) in [
      (list, [:]), ("inbox: inbox", inbox), ("manifest: subjects.csv", manifest),
    ] {
      let text = Self.pipeline(subjects)
      for isAll in [false, true] {
        let files = [
          "pipeline.yaml": text + (isAll ? "\ncomplete: true\n" : ""), "rules.yaml": goodRule,
        ]
        let written = try Files(files.merging(others) { $1 })
        let pipeline = try loadPipeline(at: written.folder)
        #expect(pipeline.subjects.map(pipeline.isComplete) == [true, isAll])
      }
    }
    #expect(
      try pipelineErrors(
        Self.pipeline("manifest: subjects.csv"),
        ["subjects.csv": header + "a,,b,,,,,,,,,,,true\na,,c,,,,,,,,,,,false\n"])
        == ["subjects.csv:3 config.bad_value complete"])
  }

  @Test func `what workout logs leave open is said in columns, beside them, or in the list`() throws
  {
    let settings = LogSettings(loadUnit: .pound, dateOrder: .monthDay)
    let header = "subject,address,archive,time_zone,received_at,load_unit,date_order\n"
    let manifest = try Files([
      "pipeline.yaml": Self.pipeline("manifest: subjects.csv"), "rules.yaml": goodRule,
      "subjects.csv": header + "anna,,a.csv,,,lb,\nanna,,b.csv,,,,month-day\nbo,,c.csv,,,,\n",
    ])
    #expect(
      try loadPipeline(at: manifest.folder).subjects.map(\.logs) == [settings, LogSettings()])
    let (_, read) = try inbox([
      "inbox/anna.yaml": "loadUnit: lb\ndateOrder: month-day\n", "inbox/anna/a.csv": "",
    ])
    #expect(read.subjects.map(\.logs) == [settings])
    #expect(
      try pipelineErrors(
        Self.pipeline("manifest: subjects.csv"),
        ["subjects.csv": header + "a,,b,,,stone,\nb,,c,,,kg,\nb,,d,,,lb,\n"])
        == [
          "subjects.csv:2 config.bad_value load_unit", "subjects.csv:4 config.bad_value load_unit",
        ])
  }

  @Test(arguments: [
    (
      "manifest: subjects.csv",
      [
        "subjects.csv":
          "subject,address,archive,time_zone\njos\u{E9},,a,\njose\u{301},,b,\nbo,,c,\n"
      ]
    ),
    (
      "list: [{ id: jos\u{E9}, archives: [a] }, { id: jose\u{301}, archives: [b] }, { id: bo, archives: [c] }]",
      [:]
    ),
    ("inbox: inbox", ["inbox/bo/a": "", "inbox/jos\u{E9}/a": ""]),
  ])
  func `ids that look alike fail their two subjects, and nobody else`(
    _ subjects: String, _ files: [String: String]
  ) throws {
    var all = ["pipeline.yaml": Self.pipeline(subjects), "rules.yaml": goodRule]
    all.merge(files) { $1 }
    let written = try Files(all)
    // No dictionary holds both names.
    mkdir(written.folder + "/inbox", 0o700)
    mkdir(written.folder + "/inbox/jose\u{301}", 0o700)
    let read = try loadPipeline(at: written.folder).subjects
    #expect(Set(read.map { Array($0.id.utf8) }).count == 3)
    for subject in read {
      #expect(subject.problem?.code == (subject.id == "bo" ? nil : .configBadValue))
    }
  }

  private func inbox(_ files: [String: String]) throws -> (Files, PipelineConfiguration) {
    var all = ["pipeline.yaml": Self.pipeline("inbox: inbox"), "rules.yaml": goodRule]
    all.merge(files) { $1 }
    let files = try Files(all)
    return (files, try loadPipeline(at: files.folder))
  }

  @Test func `settings inside a folder are not read, and it is said`() throws {
    let (files, read) = try inbox([
      "inbox/anna/subject.yaml": "timeZone: Europe/Berlin\n", "inbox/anna/a.zip": "",
    ])
    let folder = files.folder + "/inbox/anna/"
    #expect(read.subjects.map(\.archives) == [[folder + "a.zip"]])
    #expect(read.warnings.map(\.code) == [.subjectSettingsInside])
    #expect(read.warnings.map { $0.location?.file } == [folder + "subject.yaml"])
  }

  @Test func `wrong settings fail their subject alone, at their place`() throws {
    let (files, read) = try inbox([
      "inbox/anna.yaml": "timeZone: UTC\nadress: x\n", "inbox/anna/a.zip": "",
      "inbox/bo.yaml": "- a\n", "inbox/bo/b.zip": "", "inbox/clara/c.zip": "",
    ])
    let problems = read.subjects.map(\.problem)
    #expect(problems.map { $0?.code } == [.configUnknownKey, .configBadValue, nil])
    #expect(
      problems[0]?.location
        == InputLocation(file: files.folder + "/inbox/anna.yaml", line: 2, column: 1))
    #expect(read.subjects[0].archives == [files.folder + "/inbox/anna/a.zip"])
  }

  @Test func `settings that are a pipe are not waited for`() throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline("inbox: inbox"), "rules.yaml": goodRule, "inbox/anna/a": "",
      "inbox/bo/b": "", "inbox/clara/c": "",
    ])
    mkfifo(files.folder + "/inbox/anna.yaml", 0o600)
    mkdir(files.folder + "/inbox/bo.yaml", 0o700)
    symlink("nowhere", files.folder + "/inbox/clara.yaml")
    let read = try loadPipeline(at: files.folder)
    let ids = read.subjects.map(\.id)
    #expect(ids == ["anna", "bo", "bo.yaml", "clara"])
    #expect(
      read.subjects.map { $0.problem?.code }
        == [.fileUnreadable, .fileUnreadable, nil, .fileUnreadable])
  }

  @Test func `a folder with the name of an output fails alone`() throws {
    let (_, read) = try inbox([
      "inbox/leaderboard.json/a.zip": "", "inbox/\u{1}/a.zip": "", "inbox/anna/a.zip": "",
    ])
    #expect(
      read.subjects.map { $0.problem?.code } == [.configBadValue, nil, .configBadValue])
  }

  @Test(arguments: ["index.html", "anonymous", "verdicts.csv", "findings.csv"])
  func `nobody is called like what lies beside the folders of subjects`(name: String) throws {
    let (_, read) = try inbox(["inbox/\(name)/a.zip": "", "inbox/anna/a.zip": ""])
    let problems = read.subjects.map { "\($0.id) \($0.problem?.code.rawValue ?? "is fine")" }
    #expect(problems.sorted() == ["anna is fine", "\(name) config.bad_value"].sorted())
  }

  @Test(.enabled(if: geteuid() != 0, "root may list every folder"))
  func `a folder that cannot be listed fails alone`() throws {
    let files = try Files([
      "pipeline.yaml": Self.pipeline("inbox: inbox"), "rules.yaml": goodRule, "inbox/anna/a": "",
      "inbox/bo/b": "",
    ])
    chmod(files.folder + "/inbox/anna", 0)
    defer { chmod(files.folder + "/inbox/anna", 0o700) }
    let read = try loadPipeline(at: files.folder)
    #expect(read.subjects.map { $0.problem?.code } == [.fileUnreadable, nil])
    #expect(read.subjects[0].problem?.facts.system == "Permission denied")
  }

  @Test func `an empty inbox is nobody yet`() throws {
    let (files, read) = try inbox(["inbox/.keep": ""])
    #expect(read.subjects.isEmpty)
    #expect(read.warnings.map(\.code) == [.inboxEmpty])
    #expect(read.warnings[0].location?.file == files.folder + "/inbox")
  }

  @Test func `a missing manifest or inbox is reported where it is named`() throws {
    // "  manifest: x" stands on line 8.
    #expect(
      try pipelineErrors(Self.pipeline("manifest: x")) == ["pipeline.yaml:8:13 file.missing"])
    #expect(try pipelineErrors(Self.pipeline("inbox: x")) == ["pipeline.yaml:8:10 file.missing"])
    #expect(
      try pipelineErrors(Self.pipeline("{}")) == [
        "pipeline.yaml:8:3 config.missing_key list, manifest, inbox"
      ])
  }
}
