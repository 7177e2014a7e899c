import ArgumentParser
import ShowroomApp

extension KeptFile {
  /// Refuses a path that is not named as what it is to hold.
  func validate(_ path: String?) throws(ValidationError) {
    guard let path, !isName(path) else { return }
    let what = self == .tape ? "tape" : "recording"
    throw ValidationError("The name of a \(what) ends in \(ending), and \"\(path)\" does not.")
  }
}
