import DaymarkConfiguration
import DaymarkModel
import Testing

/// Rules that ask about feats, against the files that say what the feats are.
struct AskedFeatsTests {
  private static let feats = """
    feats:
      - {id: pushups-1min, name: Push-ups, movement: Push-Up}
      - {id: bench, name: Bench, movement: Bench Press, counts: load}

    """

  /// The errors of a pipeline whose rule asks about a feat.
  private func errors(
    _ leaf: String, feats: String? = feats, pipeline: String = goodPipeline,
    _ others: [String: String] = [:]
  ) throws -> [String] {
    var files = others
    files["rules.yaml"] = "rule: r@1.0.0\ntitle: T\nrequires:\n  feat: { \(leaf) }\n"
    files["feats.yaml"] = feats
    return try pipelineErrors(pipeline, files)
  }

  @Test func `a feat that the file has may be asked about`() throws {
    #expect(try errors("id: pushups-1min, atLeast: 40") == [])
    #expect(try errors("id: bench, counts: load, atLeast: 60 kg") == [])
  }

  @Test func `a feat that the file lacks, or that counts something else, is an error`() throws {
    #expect(
      try errors("id: pushup-1min, atLeast: 40")
        == ["rules.yaml config.bad_value requires.feat.id"])
    #expect(
      try errors("id: bench, atLeast: 40") == ["rules.yaml config.bad_value requires.feat.counts"])
    #expect(try errors("id: bench, atLeast: 40", feats: nil) == ["rules.yaml file.missing"])
  }

  @Test func `what is wrong in the file of the feats is told once`() throws {
    #expect(
      try errors("id: bench, counts: load, atLeast: 60 kg", feats: "feats: []\n")
        == ["feats.yaml:1:8 config.bad_value feats"])
  }

  @Test func `a subject's own file goes in place of the one beside the pipeline`() throws {
    let own = goodPipeline.replacing("[a.zip] }", with: "[a.zip], feats: own.yaml }")
    let planks = "feats:\n  - {id: plank, name: Plank, movement: Plank, counts: time}\n"
    let leaf = "id: plank, counts: time, atLeast: 2 min"
    #expect(try errors(leaf, pipeline: own, ["own.yaml": planks]) == [])
    #expect(try errors(leaf, feats: nil, pipeline: own, ["own.yaml": planks]) == [])
    // Whoever has none of her own is held against the pipeline's.
    let two = own.replacing(
      "rules: rules", with: "    - { id: ben, archives: [b.zip] }\nrules: rules")
    #expect(
      try errors(leaf, pipeline: two, ["own.yaml": planks])
        == ["rules.yaml config.bad_value requires.feat.id"])
  }

  @Test func `a manifest names the file of a subject's feats`() throws {
    let head =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,exercises,"
      + "columns,feats\n"
    let files = try Files([
      "pipeline.yaml": SubjectsTests.pipeline("manifest: people/s.csv"), "rules.yaml": goodRule,
      "people/s.csv": head + "anna,,a.csv,,,,,,,,own.yaml\n", "people/own.yaml": Self.feats,
    ])
    let subject = try #require(try loadPipeline(at: files.folder).subjects.first)
    #expect(subject.files.map(\.kind) == [.feats])
    #expect(
      try subject.files.map(loadFeats(in:)).flatMap(\.feats).map(\.id) == ["pushups-1min", "bench"])
  }
}
