import ReactorFiles
import TapePlayer

/// A kind of output file whose path the user specifies. It replaces only an empty file or a file of the same kind.
package enum OutputFile: Sendable, Hashable {
  /// An asciicast.
  case recording
  /// The tape of a session.
  case tape

  /// The comment on the first line of a session's tape, which identifies the file.
  static let sessionTitle = "A session of showroom"

  /// The file extension.
  package var fileExtension: String {
    switch self {
    case .recording: ".cast"
    case .tape: ".tape"
    }
  }

  /// The bytes at the beginning of every file of this kind.
  private var signature: String {
    switch self {
    case .recording: RecordingFile.beginning
    case .tape: "# \(Self.sessionTitle)\n"
    }
  }

  /// Returns whether the name of `path` has the extension of the kind.
  package func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(fileExtension) }

  /// Checks, without changing anything, that writing a file at `path` would not replace another kind of file. Does not
  /// check whether it can be written.
  ///
  /// - Throws: ``OutputFileError``.
  func check(_ path: String) throws(OutputFileError) {
    guard FileWriting.mayReplace(path, beginningWith: [signature]) else {
      throw OutputFileError(path: path, kind: self)
    }
  }
}

/// The error if the path of an output file is taken by another kind of file.
package struct OutputFileError: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let kind: OutputFile

  /// A message that says what to do.
  package var description: String {
    let name = kind == .tape ? "the tape of a session" : "a recording"
    return "\"\(path)\" already exists and is not \(name). Choose another path."
  }
}
