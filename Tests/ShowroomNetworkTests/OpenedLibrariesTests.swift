import CLibraries
import Foundation
import ShowroomTestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct OpenedLibrariesTests {
  private let tool = Checkout.root.appendingPathComponent("Tools/opened-libraries").path

  /// The linker does not record these libraries, so the packages could lack them.
  @Test func `the libraries that the packages depend on are those that the program opens`() throws {
    #expect(cn_open_archive() == nil && cn_open_crypto() == nil && cn_open_curl() == nil)

    let listed = try #require(ShellCommand.output(of: "'\(tool)'")).split(separator: "\n")
    #expect(listed == ["libarchive.so.13", "libcrypto.so.3", "libcurl.so.4"])
    for library in listed { #expect(dlopen(String(library), RTLD_NOW | RTLD_NOLOAD) != nil, "\(library) is not open") }
  }

  @Test(.enabled(if: ShellCommand.has("dpkg"), "skipped: this is no Debian"))
  func `each opened library is in a package`() throws {
    let packages = try #require(ShellCommand.output(of: "'\(tool)' --packages")).split(separator: "\n")
    #expect(packages.map { $0.replacing("t64", with: "") } == ["libarchive13", "libcurl4", "libssl3"])
  }
}
