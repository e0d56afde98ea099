import ArgumentParser
import DaymarkDelivery
import DaymarkProof
import Foundation

/// The command `serve`, which receives evidence until it is told to end.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Receive evidence. This is the default command.")

  @Option(
    help: "The address to listen on. With port 0 the system chooses a free port, which is printed.")
  var listen = "127.0.0.1:8480"

  @OptionGroup var folder: DataFolder

  @Option(help: "The address that clients use. Default: http:// and the address of --listen.")
  var url: String?

  @Flag(
    help:
      "Accept only bodies that prove their sender by a token or a wallet's headers."
  )
  var requireToken = false

  @Option(
    help: ArgumentHelp(
      "An address, other than the subject's own, that may sign tokens. Repeatable.",
      valueName: "address"))
  var tokenSigner: [String] = []

  @Option(
    help: ArgumentHelp(
      "A public key whose attestations are accepted. Repeatable.",
      valueName: "pem"))
  var trust: [String] = []

  @Option(
    help: ArgumentHelp(
      "A table of verdicts to show with evidence: 42=FILE for challenge 42. Repeatable.",
      valueName: "csv"))
  var verdicts: [String] = []

  @Option(
    help: ArgumentHelp(
      "The price of a body: a file with offers, as in `accepts` of x402, version 2.",
      valueName: "json"))
  var price: String?

  @Option(help: ArgumentHelp("The x402 facilitator that settles payments.", valueName: "url"))
  var facilitator: String?

  @Option(help: "The maximum number of requests per minute from one address; 0 for no limit.")
  var rateLimit = 600

  @Flag(
    help:
      "Take the client's address from the last entry of X-Forwarded-For, which your proxy must set."
  )
  var behindProxy = false

  @Option(help: "The maximum number of seconds for receiving a body.")
  var bodySeconds = 60

  func validate() throws {
    guard endpoint != nil else {
      throw ValidationError("--listen must be an address and a port, such as 127.0.0.1:8480")
    }
    guard (0...1_000_000).contains(rateLimit) else {
      throw ValidationError("--rate-limit must be from 0 to 1000000")
    }
    guard (1...3600).contains(bodySeconds) else {
      throw ValidationError("--body-seconds must be from 1 to 3600")
    }
    guard (price == nil) == (facilitator == nil) else {
      throw ValidationError("--price and --facilitator need each other")
    }
    // Without a token, anybody could replace somebody else's evidence.
    let isReachable = IntakeSettings.isReachable(
      listeningOn: endpoint?.host ?? "", url: url, isBehindProxy: behindProxy)
    guard !isReachable || requireToken else {
      throw ValidationError(
        "other machines can reach the service, so bodies must prove their sender: add --require-token"
      )
    }
    guard url.map({ safeServiceURL($0) != nil }) ?? true else {
      throw ValidationError(
        "--url must begin with https://, or with http://127.0.0.1 or http://[::1]")
    }
    guard price == nil || url != nil || !isReachable else {
      throw ValidationError("a payment names the URL that it is for: add --url")
    }
  }

  func run() async throws {
    // Without this, a file that exceeds the limit of `ulimit` would end the program. The write
    // fails instead.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try await folder.run { try await server().run() }
    } catch let fault as Price.Fault {
      throw stop("payments cannot be set up: \(fault.sentence)")
    } catch let exit as ExitCode {
      throw exit
    } catch {
      throw stop("\(error)")
    }
  }

  private func server() throws -> IntakeServer {
    let (host, port) = endpoint ?? ("127.0.0.1", 8480)
    var settings = IntakeSettings()
    settings.url = url.flatMap(safeServiceURL)
    settings.needsToken = requireToken
    settings.tokenSigners = Set(
      try tokenSigner.map { text in
        guard let address = EthereumAddress(text) else {
          throw stop("the value of --token-signer is not an address: \(text)")
        }
        return address
      })
    settings.trusted = try trust.map(publicKey)
    settings.verdicts = verdicts.map { VerdictFile($0) }
    settings.requestsPerMinute = rateLimit
    settings.isBehindProxy = behindProxy
    settings.bodyTime = .seconds(bodySeconds)
    try FileManager.default.createDirectory(
      atPath: folder.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
    )
    return try IntakeServer(
      settings, file: folder.file, host: host, port: port, price: try readPrice(), warn: say,
      isListening: { address in
        // The program that started this one may wait for this line.
        print("daymark-intake listens on \(address)")
        fflush(nil)
      })
  }

  private func readPrice() throws -> Price? {
    guard let price, let facilitator else { return nil }
    do { return try Price(read(price), facilitator: facilitator) } catch is PaymentHeaderFault {
      throw stop("\(price) is not a list of x402 offers, version 2")
    }
  }

  private func publicKey(_ path: String) throws -> PublicKey {
    do { return try PublicKey(pem: read(path)) } catch is KeyFault {
      throw stop(
        "\(path) is not an Ed25519 or P-256 public key in PEM; `daymark keys show` prints one")
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw stop("cannot read \(path)")
    }
    return Array(bytes)
  }

  /// The address and the port in `--listen`.
  private var endpoint: (host: String, port: Int)? {
    guard let colon = listen.lastIndex(of: ":"),
      let port = Int(listen[listen.index(after: colon)...]), (0...65535).contains(port)
    else { return nil }
    var host = String(listen[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return host.isEmpty ? nil : (host, port)
  }
}
