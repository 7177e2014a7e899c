import CLibraries

/// A system library that is opened when first needed and cannot be used.
package struct MissingLibrary: Error, Sendable, Hashable, CustomStringConvertible {
  package let name: String
  /// The Debian package that contains it.
  package let package: String
  /// The reason reported by the system.
  package let reason: String

  package init(name: String, package: String, reason: String) {
    self.name = name
    self.package = package
    self.reason = reason
  }

  /// A message with the cause and the remedy.
  package var description: String {
    "Showroom needs \(name), but cannot use it (\(reason)). To install it on Debian, run `apt install \(package)`."
  }

  /// Opens libcurl unless it is already open.
  static func openCurl() throws(MissingLibrary) {
    guard let reason = cn_open_curl() else { return }
    throw MissingLibrary(name: "libcurl", package: "libcurl4", reason: String(cString: reason))
  }

  /// Opens libcrypto unless it is already open.
  static func openCrypto() throws(MissingLibrary) {
    guard let reason = cn_open_crypto() else { return }
    throw MissingLibrary(name: "libcrypto", package: "libssl3", reason: String(cString: reason))
  }
}
