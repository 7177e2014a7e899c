import Glibc
import ReactorFiles

/// The files written by a tape, all inside one folder.
///
/// A tape may come from anyone, so it can replace only files that it has written itself (``TapeMark``), and no part of
/// their paths may be a symbolic link.
///
/// A picture or text file is as private as its tape: if others cannot read the tape, they cannot read its files. For
/// example, the tape of a session may show cars with notes. Recordings are always private.
struct TapeOutputs {
  private let tape: String
  /// The folder that contains the files; `nil` means the current folder.
  private let folder: String?

  init(of tape: Tape, in folder: String?) {
    self.tape = tape.file
    self.folder = folder
  }

  /// Returns the path of a file as shown in messages.
  func path(of file: TapeFile) -> String { folder.map { "\($0)/\(file.path)" } ?? file.path }

  /// Checks that a file can be written, as far as this can be determined in advance.
  func check(_ file: TapeFile) throws(TapeOutputError) { _ = try place(of: file) }

  /// Writes a file as a whole.
  func write(_ contents: String, to file: TapeFile) throws(TapeOutputError) {
    let mark = mark(of: file)
    let place = try place(of: file)
    let mode = place.status(of: name(of: file))?.st_mode
    do throws(SystemError) {
      let isPrivate = isTapePrivate
      var new = try place.newFile(name(of: file), permissions: isPrivate ? 0o600 : 0o644)
      if let mode, !isPrivate { fchmod(new.descriptor, mode & 0o777) }
      var code = FileWriting.write(Array(mark.marked(contents, file.kind).utf8), to: new.descriptor)
      if code == 0 { code = new.publish() }
      if code != 0 { throw SystemError(code) }
    } catch {
      throw .system(error)
    }
  }

  /// Creates a recording. It replaces an earlier one when its first line is written.
  @MainActor
  func recording(_ file: TapeFile) throws(TapeOutputError) -> RecordingFile {
    let place = try place(of: file)
    do {
      let mark = mark(of: file)
      let new = try place.newFile(name(of: file), permissions: RecordingFile.permissions)
      return RecordingFile(new, path: path(of: file)) { line in
        Array(mark.marked(String(decoding: line, as: UTF8.self), .recording).utf8)
      }
    } catch {
      throw .system(error)
    }
  }

  /// Whether the tape is a file that others cannot read.
  private var isTapePrivate: Bool {
    var status = stat()
    return stat(tape, &status) == 0 && status.st_mode & 0o044 == 0
  }

  // MARK: Places

  private func name(of file: TapeFile) -> String { file.components.last ?? "" }

  private func mark(of file: TapeFile) -> TapeMark {
    TapeMark(of: tape, in: ([folder ?? "."] + file.components.dropLast()).joined(separator: "/"))
  }

  /// Returns the folder in which a file can be written.
  private func place(of file: TapeFile) throws(TapeOutputError) -> PinnedFolder {
    let name = name(of: file)
    do throws(SystemError) {
      let place = try PinnedFolder(folder ?? ".").folder(file.components.dropLast())
      if place.isLink(name) { throw SystemError(ELOOP) }
      guard place.status(of: name) != nil else {
        let code = place.writingError
        if code != 0 { throw SystemError(code) }
        return place
      }
      let isOwn = mark(of: file).isIn(try place.file(name), file.kind)
      if isOwn { return place }
    } catch {
      throw error.number == ELOOP ? .link : .system(error)
    }
    throw .otherFile
  }
}

/// An error in writing a file of a tape.
enum TapeOutputError: Error, Hashable, CustomStringConvertible {
  /// A file exists that the tape has not written.
  case otherFile
  /// The file, or a folder in its path, is a symbolic link.
  case link
  /// A failed system call.
  case system(SystemError)

  /// The reason, as the end of a message.
  var description: String {
    switch self {
    case .otherFile: "it already exists, and this tape has not written it; remove it, or choose another name"
    case .link: "it is a symbolic link, or in a folder that is one"
    case .system(let error): "\(error)"
    }
  }
}
