import DaymarkIngest
import DaymarkModel
import DaymarkProve
import Subprocess
import SystemPackage

/// The solver `z3`, which is asked in a process of its own and has a limit of time.
struct Solver {
  /// The program, which is looked for in `PATH`.
  private static let program = "z3"
  /// - Units: mebibytes.
  private static let memory = 2048

  /// Asks a question in SMT-LIB 2.
  ///
  /// - Returns: `unknown` also where the solver ends without an answer.
  /// - Throws: `DaymarkError` `solver.missing` where there is no solver; `file.unwritable` where the question has no room;
  ///   `CancellationError`.
  func answer(_ text: String, seconds: Int) async throws -> SolverAnswer {
    // A file, and no pipe: a solver that runs out of time reads no further, and whoever writes on is ended for it.
    let question = FileDescriptor(rawValue: try SystemFiles().makeScratchFile())
    do {
      _ = try question.writeAll(text.utf8)
      _ = try question.seek(offset: 0, from: .start)
      // The solver's own limit ends it if the first, which the question states, does not.
      let result = try await run(
        .name(Self.program),
        arguments: ["-in", "-smt2", "-T:\(seconds + 1)", "-memory:\(Self.memory)"],
        input: .fileDescriptor(question, closeAfterSpawningProcess: true),
        output: .string(limit: 1 << 26), error: .discarded)
      return SolverAnswer(result.standardOutput)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw DaymarkError(.solverMissing)
    } catch let error as Errno {
      throw DaymarkError(unspoolable: error.rawValue)
    }
  }
}
