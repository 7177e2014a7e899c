/// The versions of the program and the compiler.
package enum Version {
  /// The version of the program.
  package static let showroom = "0.2.0"

  /// The version of the compiler.
  package static var swift: String {
    #if compiler(>=6.4)
      "6.4 or newer"
    #else
      "6.3"
    #endif
  }
}
