import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

/// The built `daymark-courier`, started as `daymark submit`, against a service on this machine.
struct CourierProgramTests {
  /// A challenge that was run and whose window is open: its deadline is far away.
  private static func challenge(in folder: String) async throws -> (
    folder: String, program: Program
  ) {
    let source = "\(packageFolder)/pipelines/ten-thousand-steps"
    let target = "\(folder)/pipeline"
    try FileManager.default.copyItem(atPath: source, toPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/samples", withDestinationPath: "\(packageFolder)/samples")
    let path = "\(target)/pipeline.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/proofDeadline: .*/#, with: "proofDeadline: 2125-10-15T00:00:00Z")
      .replacing(#/\.\.\/\.\.\/samples/#, with: "../samples")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try? FileManager.default.removeItem(atPath: "\(target)/rules.lock")
    let program = Program(in: folder)
    let run = try await program.run(
      "run", "pipeline", "--out", "out", "--as-of", "2025-10-01T00:00:00Z")
    try #require(run.exitCode == 0, "\(run.errors)")
    return ("out/steps-2025-09", program)
  }

  private func submit(
    _ program: Program, _ folder: String, to service: LoopbackService, _ options: String...
  ) async throws -> Program.Outcome {
    try await program.run(["submit", folder, "--to", "http://127.0.0.1:\(service.port)"] + options)
  }

  @Test func `bodies are sent once, and the list says how they stand`() async throws {
    let scratch = try ScratchFolder()
    let (folder, program) = try await Self.challenge(in: scratch.path)
    let service = try LoopbackService()
    defer { service.stop() }
    let plan = try await submit(program, folder, to: service, "--dry-run")
    #expect(plan.exitCode == 0 && plan.output.contains("to be sent as proof"))
    #expect(service.requests.withLock { $0.count } == 0)
    let first = try await submit(program, folder, to: service)
    #expect(first.exitCode == 0, "\(first.errors)\(first.output)")
    let count = service.stored.withLock { $0.count }
    #expect(count == 3, "\(first.output)")
    // As they lie there, with the key of headers.txt.
    for subject in ["anna", "ben", "clara"] {
      let path = "\(scratch.path)/\(folder)/\(subject)"
      let body = try Data(contentsOf: URL(fileURLWithPath: "\(path)/body.multipart"))
      let headers = try String(contentsOfFile: "\(path)/headers.txt", encoding: .utf8)
      let sent = try #require(service.requests.withLock { $0.first { $0.body == Array(body) } })
      #expect(headers.contains("Idempotency-Key: \(sent.headers["idempotency-key"] ?? "")\n"))
      #expect(headers.contains("Content-Type: \(sent.headers["content-type"] ?? "")\n"))
      #expect(sent.headers["content-length"] == "\(body.count)")
    }
    let again = try await submit(program, folder, to: service)
    #expect(again.exitCode == 0 && service.requests.withLock { $0.count } == 3)
    let status = try await submit(program, folder, to: service, "--status", "--format", "json")
    let document = try JSONValue(parsing: status.output.utf8.dropLast())
    #expect(
      document.elements("subjects").map { $0.string("state") } == [
        "submitted", "submitted", "submitted",
      ])
  }

  @Test func `a courier that is killed at any instant sends nothing under two keys`() async throws {
    let scratch = try ScratchFolder()
    let (folder, program) = try await Self.challenge(in: scratch.path)
    let service = try LoopbackService { request, number in
      // Every other request is slow, and every fifth is cut off before its answer.
      if number % 2 == 0 { usleep(20_000) }
      return number % 5 == 0 ? [] : nil
    }
    defer { service.stop() }
    var random = SeededGenerator(seed: 54)
    for _ in 0..<20 {
      let pause = UInt32.random(in: 0...400_000, using: &random)
      let outcome = try await program.run(
        ["submit", folder, "--to", "http://127.0.0.1:\(service.port)", "--jobs", "2"]
      ) { running in
        usleep(pause)
        running.kill()
      }
      #expect([0, 1, 137].contains(outcome.exitCode), "\(outcome.errors)")
    }
    let last = try await submit(program, folder, to: service)
    #expect(last.exitCode == 0, "\(last.errors)\(last.output)")
    let keys = service.keys.withLock { $0 }
    #expect(keys.count == 3 && keys.values.allSatisfy { $0.count == 1 })
    #expect(service.stored.withLock { $0.count } == 3)
  }

  /// A list without the breaks of its lines.
  private func unwrapped(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `an edited body, a missing one and a service that is not there are told`() async throws
  {
    let scratch = try ScratchFolder()
    let (folder, program) = try await Self.challenge(in: scratch.path)
    let service = try LoopbackService()
    let anna = "\(scratch.path)/\(folder)/anna/body.multipart"
    var body = try Data(contentsOf: URL(fileURLWithPath: anna))
    body.append(0)
    try body.write(to: URL(fileURLWithPath: anna))
    let edited = try await submit(program, folder, to: service, "anna")
    #expect(
      edited.exitCode == 1
        && unwrapped(edited.output).contains("changed after the last run wrote it"))
    #expect(service.requests.withLock { $0.isEmpty })
    service.stop()
    let gone = try await program.run(
      "submit", folder, "ben", "--to", "http://127.0.0.1:1", "--attempts", "1")
    #expect(gone.exitCode == 1 && unwrapped(gone.output).contains("cannot connect"))
    let unknown = try await program.run("submit", folder, "dora", "--to", "http://127.0.0.1:1")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("subject.unknown"))
    let plain = try await program.run("submit", folder, "--to", "http://intake.example")
    #expect(plain.exitCode == 64)
  }

  @Test func `redirects, huge answers and words that steer a terminal do no harm`() async throws {
    let scratch = try ScratchFolder()
    let (folder, program) = try await Self.challenge(in: scratch.path)
    let elsewhere = try LoopbackService()
    let service = try LoopbackService { request, number in
      switch number {
      case 1:
        LoopbackService.response(
          307, "{}", "Location: http://127.0.0.1:\(elsewhere.port)/api/aivm/intake\r\n")
      case 2: LoopbackService.response(200, String(repeating: "x", count: 2 << 20))
      default:
        LoopbackService.response(
          400, #"{"ok":false,"error":"bad\u001b[2J\u202E body","hint":"look"}"#)
      }
    }
    defer {
      service.stop()
      elsewhere.stop()
    }
    let redirect = try await submit(program, folder, to: service, "anna")
    #expect(redirect.exitCode == 1 && redirect.output.contains("not followed"))
    #expect(elsewhere.requests.withLock { $0.isEmpty })
    let huge = try await submit(program, folder, to: service, "ben", "--attempts", "1")
    #expect(huge.exitCode == 1 && huge.output.contains("submitting"))
    let refused = try await submit(program, folder, to: service, "clara")
    #expect(refused.exitCode == 1 && refused.output.contains("look"))
    #expect(
      !(refused.output + refused.errors).unicodeScalars.contains {
        $0 == "\u{1B}" || $0 == "\u{202E}"
      })
  }
}
