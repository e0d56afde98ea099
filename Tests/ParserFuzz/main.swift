// Shows every parser of text that others wrote bytes of chance. `make fuzz` builds it with libFuzzer; without that it
// reads the files that it is given, so that what was found once is tried by each test run.
//
// The first byte of an input names the parser.

import Foundation

/// - Returns: The parser, and whether it understood the input; `nil` of an empty input.
func tried(_ input: UnsafeBufferPointer<UInt8>) -> (parser: Parser, isUnderstood: Bool)? {
  guard let first = input.first,
    let parser = Parser(rawValue: first % UInt8(Parser.allCases.count))
  else { return nil }
  do {
    return (parser, try parser.read(Array(input.dropFirst())))
  } catch {
    return (parser, false)
  }
}

#if FUZZING
  @_silgen_name("LLVMFuzzerRunDriver")
  func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  let code = runFuzzer(&count, &arguments) { bytes, size in
    _ = tried(UnsafeBufferPointer(start: bytes, count: size))
    return 0
  }
  Bench.remove()
  exit(code)
#else
  for path in CommandLine.arguments.dropFirst() {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let result = bytes.withUnsafeBufferPointer(tried)
    let name = URL(fileURLWithPath: path).lastPathComponent
    print(
      name, result.map { "\($0.parser) \($0.isUnderstood ? "understood" : "refused")" } ?? "empty")
  }
  Bench.remove()
#endif
