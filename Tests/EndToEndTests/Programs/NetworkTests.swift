import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

/// That `daymark` cannot talk over a network; see Delivery, "What uses the network".
struct NetworkTests {
  /// A library that is loaded into a program, and tries to talk when the program ends.
  private static let talker = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <netinet/in.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/socket.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static void tell(FILE *file, const char *what, long result) {
      fprintf(file, "%s %d\\n", what, result < 0 ? errno : 0);
    }

    __attribute__((destructor)) static void try_to_talk(void) {
      const char *path = getenv("DAYMARK_TALKER");
      FILE *file = path ? fopen(path, "a") : NULL;
      if (file == NULL) return;
      struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
      int pair[2];
      tell(file, "ipv4", socket(AF_INET, SOCK_STREAM, 0));
      tell(file, "ipv6", socket(AF_INET6, SOCK_DGRAM, 0));
      tell(file, "unix", socket(AF_UNIX, SOCK_STREAM, 0));
      tell(file, "netlink", socket(AF_NETLINK, SOCK_RAW, 0));
      tell(file, "connect", connect(0, (struct sockaddr *)&address, sizeof address));
      tell(file, "bind", bind(0, (struct sockaddr *)&address, sizeof address));
      tell(file, "listen", listen(0, 1));
      tell(file, "ring", syscall(425, 1, NULL));
      tell(file, "pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
      tell(file, "otherPair", socketpair(AF_INET, SOCK_STREAM, 0, pair));
      fclose(file);
    }
    """

  @Test(.enabled(if: hasCompiler))
  func `every command but those that start another program is refused sockets`() async throws {
    let scratch = try ScratchFolder()
    let source = try scratch.write(Self.talker.utf8, to: "talker.c")
    let library = "\(scratch.path)/talker.so"
    let built = try await Program().shell("clang -shared -fPIC -o \(library) \(source)")
    try #require(built.exitCode == 0, "\(built.errors)")
    let help = try await Program().run("--help").output
    let commands = help.matches(of: #/\n  ([a-z-]+) +[A-Z]/#).map { String($0.output.1) }
    #expect(commands.count > 25 && commands.contains("run") && commands.contains("submit"))
    for command in commands where !["submit", "intake"].contains(command) {
      let tale = "\(scratch.path)/\(command)"
      // What is missing ends each of them at once, with a message.
      _ = try await Program(environment: ["LD_PRELOAD": library, "DAYMARK_TALKER": tale])
        .run(command)
      let lines = (try? String(contentsOfFile: tale, encoding: .utf8)) ?? "nothing"
      // EACCES, and ENOSYS of the ring; a pair of sockets within the process can be made.
      #expect(
        lines == """
          ipv4 13
          ipv6 13
          unix 13
          netlink 13
          connect 13
          bind 13
          listen 13
          ring 38
          pair 0
          otherPair 13

          """, "\(command)")
    }
  }

  @Test func `nothing of ours asks for a socket but the pairs of readers`() async throws {
    let calls = [
      "socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname",
      "gethostbyname2", "sendto", "recvfrom", "getnameinfo", "inet_pton", "CFSocketCreate",
      "CFStreamCreatePairWithSocketToHost", "if_nameindex", "io_uring_setup", "res_query",
    ]
    let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let objects = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      path.hasSuffix(".o") && path.firstMatch(of: #/^C?[Dd]aymark[A-Za-z]*\.build\//#) != nil
        && !["DaymarkTestSupport", "CDaymarkProbes", "DaymarkDelivery"].contains {
          path.hasPrefix("\($0).build/")
        }
    }
    #expect(objects.contains { $0.hasPrefix("daymark.build/") } && objects.count > 100)
    let scratch = try ScratchFolder()
    let list = try scratch.write(
      objects.map { "\(folder)/\($0)" }.joined(separator: "\n").utf8, to: "objects")
    let outcome = try await Program().shell("xargs nm -u -A < \(list)")
    #expect(outcome.exitCode == 0 && outcome.output.contains("socketpair"))
    for line in outcome.output.split(separator: "\n") {
      let symbol = line.split(separator: " ").last.map { $0.prefix { $0 != "@" } } ?? ""
      #expect(!calls.contains(String(symbol)), "\(line)")
      #expect(!symbol.contains("FoundationNetworking"), "\(line)")
    }
  }

  @Test func `nothing below the program knows a network`() async throws {
    let dump = try await Program().shell("swift package --ignore-lock dump-package").output
    for word in ["swift-nio", "async-http-client", "/hummingbird\"", "URLSession"] {
      #expect(!dump.contains(word))
    }
    for file in try sourceFiles(under: "Sources") {
      let talks = ["Sources/Delivery/", "Sources/daymark-courier/", "Sources/daymark-intake/"]
      guard !talks.contains(where: file.path.hasPrefix) else { continue }
      for module in [
        "FoundationNetworking", "NIO", "AsyncHTTPClient", "Hummingbird", "DaymarkDelivery",
      ] {
        #expect(!file.text.contains("import \(module)"), "\(file.path)")
      }
    }
  }

  @Test(arguments: [("submit", "daymark-courier"), ("intake", "daymark-intake")])
  func `a command of the network says what is missing, and how to build it`(
    command: String, program: String
  ) async throws {
    let scratch = try ScratchFolder()
    let alone = "\(scratch.path)/daymark"
    try FileManager.default.copyItem(atPath: Program.path, toPath: alone)
    let outcome = try await Program().shell("\(alone) \(command) --help --anything")
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors
        == "daymark: \(scratch.path)/\(program): program.missing: the program \(program) cannot be started: "
        + "it is not installed beside daymark; build it with `make delivery` in the source folder\n"
    )
    // Where it lies beside it, it becomes that program, with all that was written.
    try scratch.write("#!/bin/sh\necho \"$@\"\nexit 7\n".utf8, to: program)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(scratch.path)/\(program)")
    let started = try await Program().shell("\(alone) \(command) --help 'a b' --x=1")
    #expect(started.exitCode == 7 && started.output == "--help a b --x=1\n")
  }
}

private let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/clang")
  }
