import Glibc

@testable import TapePlayer

/// A folder that goes with the test.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/tape-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  deinit {
    guard path != "/tmp", let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  func text(_ name: String) -> String? {
    (try? TapeSource.bytes(of: "\(path)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
  }
}
