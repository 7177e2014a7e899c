import Foundation
import ReactorFiles
import ReactorTerminal

/// An editor that edits text in the program chosen by the user in `VISUAL` or else in `EDITOR`.
struct ExternalEditor {
  /// A closure that edits text and returns it when the program has ended. It blocks until then.
  let edit: @MainActor (String) throws(EditorError) -> String

  init(edit: @escaping @MainActor (String) throws(EditorError) -> String) {
    self.edit = edit
  }

  /// Creates an editor in the terminal of a window; `nil` if the user has not chosen a program.
  ///
  /// The variable may contain arguments, as in `code --wait`, because it is interpreted by a shell, as in other
  /// programs. The text is written to a file in `TMPDIR` or `/tmp` that only its owner can read. The file is removed
  /// afterward, unless the changed text cannot be used; in that case, the error names the file.
  init?(environment: [String: String], in window: Window) {
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    guard let command = chosen else { return nil }
    let inherited = SystemOpener.inherited(environment)
    let folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    self.init { [weak window] text throws(EditorError) in
      guard let window else { return text }
      let file = try EditedFile(text, in: folder)
      let ending = window.leavingScreen { Self.run(command, file.path, inherited) }
      do throws(EditorError) {
        let edited: String
        switch ending {
        case .success(0): edited = try file.text()
        case .success(let status): throw .failed(command, status: status)
        case .failure(let error): throw .notStarted(command, reason: systemReason(error.code))
        }
        file.remove()
        return edited
      } catch {
        guard file.isChanged else {
          file.remove()
          throw error
        }
        throw .kept(file.path, because: "\(error)")
      }
    }
  }

  private static func run(
    _ command: String, _ path: String, _ environment: [String: String]
  ) -> Result<Int32, ProgramStart.ErrorNumber> {
    let arguments = ["sh", "-c", "exec \(command) \"$1\"", "sh", path].map { (text: String) in strdup(text) }
    defer { for argument in arguments { free(argument) } }
    return ProgramStart.run("/bin/sh", arguments, environment: environment)
  }
}

/// The file that contains the text while it is edited. It is alone in a private folder.
@MainActor
private struct EditedFile {
  let path: String
  private let folder: String
  private let original: String
  private let bytes: [UInt8]

  init(_ text: String, in parent: String) throws(EditorError) {
    original = text
    var template = Array("\(parent)/showroom-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .file(reason: "\(parent): \(systemReason(errno))") }
    folder = String(cString: made)
    path = folder + "/note.txt"
    // Editors end the last line of a file with a line break.
    bytes = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    let code = FileWriting.replace(path, with: bytes, permissions: 0o600)
    guard code == 0 else {
      remove()
      throw .file(reason: systemReason(code))
    }
  }

  /// Whether the file's contents differ from its initial contents.
  var isChanged: Bool {
    guard let file = try? OpenedFile(path) else { return false }
    return file.size != bytes.count || file.bytes(bytes.count) != bytes
  }

  /// Returns the saved text, without the final line break unless the original had one.
  func text() throws(EditorError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenedFile(path).bytes(limit: Self.limit)
    } catch {
      throw .unreadable(reason: error.number == EFBIG ? "it is too large" : "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable(reason: "it is not UTF-8") }
    guard text.count <= TextArea.defaultMaxLength else { throw .unreadable(reason: "it is too large") }
    return text.hasSuffix("\n") && !original.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The maximum size in bytes. It is not derived from the maximum length of a note, because a character may consist of
  /// many scalars.
  private static let limit: Int64 = 4 << 20

  /// Removes the folder, including the copies that editors leave next to a file.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// An error in editing text in another program. The text on the screen stays unchanged.
enum EditorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No file could be created for editing.
  case file(reason: String)
  /// The program could not be started.
  case notStarted(String, reason: String)
  /// The program ended with a nonzero status.
  case failed(String, status: Int32)
  /// The edited file cannot be read.
  case unreadable(reason: String)
  /// The edited text cannot be used. It is kept in a file.
  case kept(String, because: String)

  /// Advice for a user without a working editor.
  static let setupAdvice = "Set EDITOR to a text editor."

  var description: String {
    switch self {
    case .file(let reason):
      "Could not write the note to a temporary file (\(reason)). Free some space there, or set TMPDIR to another "
        + "folder."
    case .notStarted(let program, let reason):
      "Could not start \(program) (\(reason)). \(Self.setupAdvice)"
    case .failed(let program, 127): "The program \(program) was not found. \(Self.setupAdvice)"
    case .failed(let program, let status): "\(program) ended with status \(status), so the note was not changed."
    case .unreadable(let reason): "Could not read the edited note: \(reason). The note was not changed."
    case .kept(let path, let reason): "\(reason) What you wrote is in \(path)."
    }
  }
}
