import ReactorFiles
import TapePlayer

/// A kind of output file that the user names. It replaces an existing file only if that is empty or of the same kind.
package enum OutputFile: Sendable, Hashable {
  /// An asciicast.
  case recording
  /// The tape of a session.
  case tape

  /// The comment on the first line of the tape of a session, by which a file is recognized.
  static let sessionTitle = "A session of showroom"

  /// The extension of the file name.
  package var fileExtension: String {
    switch self {
    case .recording: ".cast"
    case .tape: ".tape"
    }
  }

  /// The bytes with which every file of the kind begins.
  private var signature: String {
    switch self {
    case .recording: RecordingFile.beginning
    case .tape: "# \(Self.sessionTitle)\n"
    }
  }

  /// Returns whether the name of `path` has the extension of the kind.
  package func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(fileExtension) }

  /// Checks, without changing anything, that writing a file at `path` would not replace another kind of file. Whether
  /// it can be written is not checked.
  ///
  /// - Throws: ``OutputFileError``.
  func check(_ path: String) throws(OutputFileError) {
    guard FileWriting.mayReplace(path, beginningWith: [signature]) else {
      throw OutputFileError(path: path, kind: self)
    }
  }
}

/// An output file whose path is taken by another kind of file.
package struct OutputFileError: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let kind: OutputFile

  /// A message with advice.
  package var description: String {
    let name = kind == .tape ? "the tape of a session" : "a recording"
    return "\"\(path)\" already exists and is not \(name). Choose another path."
  }
}
