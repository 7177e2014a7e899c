import ArgumentParser
import ShowroomDemo

extension OutputFile {
  /// Validates that the path has the extension of its kind of file.
  func validate(_ path: String?) throws(ValidationError) {
    guard let path, !isName(path) else { return }
    let what = self == .tape ? "tape" : "recording"
    throw ValidationError("\"\(path)\" is not a valid name for a \(what): use one that ends in \(fileExtension).")
  }
}
