import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Links in what participants hand in, and those of the operator.
struct LinkTests {
  private func inbox(_ script: String, further: String = "") async throws -> InboxFolder {
    let inbox = try InboxFolder(further: further)
    for (subject, steps) in [("anna", 10_000), ("ben", 11_000)] {
      try inbox.handIn("\(subject)/export.zip", steps: steps)
    }
    let outcome = try await inbox.program.shell("cd inbox && \(script)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return inbox
  }

  private static let outside = [
    ("ln -s ../anna/export.zip ben/link.zip", "link.zip"),
    ("ln -s \"$PWD/anna/export.zip\" ben/link.zip", "link.zip"),
    ("ln -s ../anna ben/link", "link"),
    ("ln -s /etc/passwd ben/link", "link"),
    ("ln -s ../nowhere ben/link", "link"),
    ("ln -s inner ben/link && ln -s ../anna/export.zip ben/inner", "link"),
    (
      "mkdir -p ben/a/b && cp ben/export.zip ben/a && ln -s ../../../anna ben/a/b/link", "a!b/link"
    ),
    ("mkdir -p ben/a/b && cp ben/export.zip ben/a && ln -s /etc ben/a/b/link", "a!b/link"),
  ]

  @Test(arguments: outside, [true, false])
  func `a link that leads out of the subject's folder is damage, and is not followed`(
    _ link: (script: String, place: String), _ isApart: Bool
  ) async throws {
    let inbox = try await inbox(link.script)
    let outcome = try await isApart ? inbox.run() : inbox.run(isInProcess: true)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("ben: \(link.place): archive.link_outside"), "\(outcome.errors)")
    // The other archive counts, and nobody is taken for two.
    #expect(outcome.output.contains("2 pass"), "\(outcome.output)")
    #expect(!outcome.output.contains("archive.shared"), "\(outcome.output)")
    let evidence = try JSONValue(parsing: #require(try inbox.documents()["ben/evidence.json"]).utf8)
    let openings = evidence.elements("openings").map { $0["finding"] }
    #expect(
      !openings.isEmpty && openings.allSatisfy { $0 == .string("archive.link_outside") },
      "\(evidence["openings"] as Any)")
  }

  @Test(
    arguments: outside + [("ln -s ben2.zip ben/inside.zip && cp ben/export.zip ben/ben2.zip", "")])
  func `verify sees links as the run saw them`(
    _ link: (script: String, place: String)
  ) async throws {
    let inbox = try await inbox(link.script)
    _ = try await inbox.run()
    let verified = try await inbox.program.shell(
      "daymark verify out/*/ben --raw inbox/ben/* --pipeline .")
    // 1 for the damage, which the run had, too.
    #expect(verified.exitCode == (link.place.isEmpty ? 0 : 1), "\(verified.errors)")
    #expect(verified.output.contains("same"), "\(verified.output)")
  }

  @Test func `a link that leads elsewhere in the subject's folder is followed`() async throws {
    let inbox = try await inbox(
      "mkdir ben/.kept && mv ben/export.zip ben/.kept && ln -s .kept/export.zip ben/e.zip")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 pass"), "\(outcome.output)")
  }

  @Test func `a subject that handed in nothing but such a link fails, and keeps what it had`()
    async throws
  {
    let inbox = try await inbox("true")
    #expect(try await inbox.run().exitCode == 0)
    let before = try inbox.documents()
    _ = try await inbox.program.shell("cd inbox/ben && rm export.zip && ln -s ../anna/export.zip .")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("archive.link_outside"), "\(outcome.errors)")
    #expect(try inbox.documents()["ben/verdict.json"] == before["ben/verdict.json"])
  }

  @Test func `a folder that is the operator's link is followed where the pipeline says so`()
    async throws
  {
    let script = "mv ben ../elsewhere && ln -s ../elsewhere ben"
    let refused = try await inbox(script)
    let outcome = try await refused.run()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("inbox/ben: archive.link_outside"), "\(outcome.errors)")
    #expect(outcome.errors.contains("followLinks: true"), "\(outcome.errors)")
    let followed = try await inbox(
      script + " && ln -s ../anna/export.zip ben/link.zip", further: "followLinks: true\n")
    let second = try await followed.run()
    #expect(second.output.contains("2 pass"), "\(second.output)")
    // What lies in it is still the participant's.
    #expect(second.errors.contains("ben: link.zip: archive.link_outside"), "\(second.errors)")
  }

  @Test(arguments: [
    ("../up", true), ("/etc/passwd", true), ("in/../../../up", true), ("../in", false),
  ])
  func `a member of a zip that is a link is not followed, and is damage where it leads out`(
    _ target: String, _ isDamage: Bool
  ) async throws {
    let inbox = try await inbox("true")
    var link = StoredZip.Member("folder/link", target.utf8)
    link.mode = 0o120777
    if target == "../up" { link.name = Array("link".utf8) }
    let document = InboxFolder.export(steps: 11_000).xml()
    let zip = StoredZip([
      .init("apple_health_export/export.xml", document), link,
    ])
    try inbox.scratch.write(zip.bytes, to: "inbox/ben/export.zip")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == (isDamage ? 1 : 0), "\(outcome.errors)")
    #expect(outcome.errors.contains("link: archive.link_outside") == isDamage, "\(outcome.errors)")
    #expect(outcome.output.contains("2 pass"), "\(outcome.output)")
  }
}
