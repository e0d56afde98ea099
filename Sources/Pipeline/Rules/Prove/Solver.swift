import DaymarkIngest
import DaymarkModel
import DaymarkProve
import Subprocess
import SystemPackage

/// The solver `z3`, which runs in its own process with a time limit.
struct Solver {
  /// The name of the program, which is looked for in `PATH`.
  private static let program = "z3"
  /// The solver's memory limit.
  ///
  /// - Units: mebibytes.
  private static let memory = 2048

  /// Answers a question in SMT-LIB 2.
  ///
  /// - Returns: The answer, which is `unknown` also where the solver ends without one.
  /// - Throws: `DaymarkError` `solver.missing` where the solver is not installed; `file.unwritable`
  ///   where the question's file has no room; `CancellationError`.
  func answer(_ text: String, seconds: Int) async throws -> SolverAnswer {
    // The question is a file and not a pipe: a solver that runs out of time stops reading, and
    // writing to its pipe would end this process with a signal.
    let question = FileDescriptor(rawValue: try SystemFiles().makeScratchFile())
    do {
      _ = try question.writeAll(text.utf8)
      _ = try question.seek(offset: 0, from: .start)
      // This limit ends the solver where the limit stated in the question does not.
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
