import CDaymarkProcess
import Foundation
import Testing

/// Libraries that are loaded when they are needed, held against the system's own loader: what it cannot load ends a
/// program with 127 and this message.
struct LibraryTests {
  /// The address that is found for a function; `nil` where there is none.
  private static func function(_ name: String, in file: String) -> UnsafeMutableRawPointer? {
    let names: [UnsafePointer<CChar>?] = [UnsafePointer(strdup(name))]
    defer { free(UnsafeMutableRawPointer(mutating: names[0])) }
    var function: UnsafeMutableRawPointer?
    return daymark_library_find(file, names, 1, &function) ? function : nil
  }

  @Test(arguments: [("libm.so.6", "cos"), ("libz.so.1", "crc32")])
  func `a function is what the library has by its name`(file: String, name: String) throws {
    let library = try #require(dlopen(file, RTLD_NOW))
    let known = try #require(dlsym(library, name))
    #expect(Self.function(name, in: file) == known)
  }

  @Test(arguments: [("libnone.so.0", "cos"), ("libm.so.6", "no_such_function")])
  func `of a library that may be missing it is told that it is`(file: String, name: String) {
    #expect(Self.function(name, in: file) == nil)
  }

  @Test(arguments: [
    ("libnone.so.0", "cos", "shared libraries: libnone.so.0: "),
    ("libm.so.6", "no_such_function", "libm.so.6: undefined symbol: no_such_function"),
  ])
  func `one that must be there is named where it is not, and ends the process`(
    file: String, name: String, expected: String
  ) async {
    let outcome = await #expect(
      processExitsWith: .exitCode(127), observing: [\.standardErrorContent]
    ) { [file, name] in
      let names: [UnsafePointer<CChar>?] = [UnsafePointer(strdup(name))]
      var function: UnsafeMutableRawPointer?
      _ = daymark_library_require(file, names, 1, &function)
    }
    let message = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("daymark: error while loading shared libraries: "))
    #expect(message.contains(expected))
  }
}
