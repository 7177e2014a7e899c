import Glibc

/// A kind of file that a person names for something to be kept in. What is there already and is something else is never
/// replaced.
public enum KeptFile: Sendable, Hashable {
  /// An asciicast.
  case recording
  /// The tape of a session.
  case tape

  /// How its name ends.
  public var ending: String {
    switch self {
    case .recording: ".cast"
    case .tape: ".tape"
    }
  }

  /// The bytes that every file of the kind begins with.
  private var beginning: String {
    switch self {
    case .recording: "{\"version\":"
    case .tape: "# \(SessionTape.title)\n"
    }
  }

  /// Something else is there.
  public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    let path: String
    let kind: KeptFile

    /// A sentence that says what to do.
    public var description: String {
      "\"\(path)\" is there already and is no \(kind == .tape ? "tape of a session" : "recording"): choose another path."
    }
  }

  /// Whether `path` is a name of the kind.
  public func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(ending) }

  /// Finds out, without touching anything, whether a file may be written at `path`: there is none, or one that is empty
  /// or of the kind. What cannot be written is not found out.
  /// - Throws: ``Refusal``.
  func check(_ path: String) throws(Refusal) {
    var status = stat()
    // Of a folder the system says that it is one.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 || hasBeginning(path) else {
      throw Refusal(path: path, kind: self)
    }
  }

  private func hasBeginning(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let expected = Array(beginning.utf8)
    var found = [UInt8](repeating: 0, count: expected.count)
    return read(descriptor, &found, found.count) == found.count && found == expected
  }
}
