package import DaymarkDocuments
import Foundation
import Synchronization

/// A signer that is a program: it is started for one request, and no shell sees its arguments.
package struct ProgramSigner: PaymentSigner {
  /// The longest answer that is read.
  private static let mostBytes = 64 << 10

  package init() {}

  package func ask(
    _ request: JSONValue, of wallet: PaymentWallet
  ) async throws(SignerFailure) -> JSONValue {
    let answer = await withCheckedContinuation { continuation in
      // A program is waited for on a thread of its own, so that other jobs go on.
      Thread.detachNewThread { continuation.resume(returning: Self.run(request, wallet)) }
    }
    return try answer.get()
  }

  private static func run(
    _ request: JSONValue, _ wallet: PaymentWallet
  ) -> Result<JSONValue, SignerFailure> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: wallet.signer[0])
    process.arguments = Array(wallet.signer.dropFirst())
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    do { try process.run() } catch {
      return .failure(SignerFailure("the signer of `\(wallet.name)` cannot be started"))
    }
    let timer = DispatchSource.makeTimerSource()
    let isLate = Mutex(false)
    timer.setEventHandler {
      isLate.withLock { $0 = true }
      kill(process.processIdentifier, SIGKILL)
    }
    timer.schedule(deadline: .now() + .seconds(wallet.signerSeconds))
    timer.resume()
    defer { timer.cancel() }
    signal(SIGPIPE, SIG_IGN)
    try? input.fileHandleForWriting.write(contentsOf: Data(request.canonicalBytes() + [10]))
    try? input.fileHandleForWriting.close()
    let bytes = (try? output.fileHandleForReading.read(upToCount: mostBytes + 1)) ?? Data()
    if bytes.count > mostBytes { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    if isLate.withLock({ $0 }) {
      return .failure(
        SignerFailure("the signer of `\(wallet.name)` gave no answer in \(wallet.signerSeconds) s"))
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      return .failure(SignerFailure("the signer of `\(wallet.name)` failed"))
    }
    guard bytes.count <= mostBytes, let json = try? JSONValue(parsing: Array(bytes)) else {
      return .failure(SignerFailure("the signer of `\(wallet.name)` answered no JSON"))
    }
    if let error = json.string("error") {
      return .failure(SignerFailure("the signer of `\(wallet.name)` says: \(error)"))
    }
    return .success(json)
  }
}
