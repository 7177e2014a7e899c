import CReactorTerminal
import Glibc

/// A desktop program that copies text to the clipboard, such as `wl-copy`.
///
/// Unlike a terminal, it reports whether it succeeded.
struct ClipboardProgram: Sendable, Hashable {
  /// The path of the program.
  let path: String
  /// The arguments, without the name of the program.
  let arguments: [String]
  private let environment: [String: String]

  /// The names of the environment variables that determine the choice of the program, or that the program needs.
  static let variables = [
    "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "WAYLAND_DISPLAY", "DISPLAY", "PATH", "HOME", "XDG_RUNTIME_DIR",
    "XAUTHORITY",
  ]

  /// Finds the program for the display of this computer; `nil` if there is no display or no program. Over SSH, the
  /// result is `nil`, because this computer's display is not the user's.
  ///
  /// - Parameter isExecutable: Whether there is a program at a path.
  init?(
    environment: [String: String], isExecutable: (String) -> Bool = { access($0, X_OK) == 0 }
  ) {
    func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    guard !["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains(where: has) else { return nil }
    var choices: [(name: String, arguments: [String])] = []
    if has("WAYLAND_DISPLAY") { choices.append(("wl-copy", ["--type", "text/plain;charset=utf-8"])) }
    if let display = environment["DISPLAY"], display.hasPrefix(":") || display.hasPrefix("unix:") {
      choices.append(("xclip", ["-selection", "clipboard", "-in"]))
      choices.append(("xsel", ["--clipboard", "--input"]))
    }
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    for choice in choices {
      // A relative path could point to a folder of files that the user works with.
      if let folder = folders.first(where: { $0.hasPrefix("/") && isExecutable("\($0)/\(choice.name)") }) {
        (path, arguments) = ("\(folder)/\(choice.name)", choice.arguments)
        self.environment = environment
        return
      }
    }
    return nil
  }

  /// Copies text. Returns whether the program reports success. If so, it continues to run in the background to
  /// provide the clipboard's contents.
  func copy(_ text: String) async -> Bool {
    guard let process = start(text) else { return false }
    return await ProgramStart.end(of: process) == 0
  }

  /// Starts the program with the text as its input. The text is passed in a file, because a pipe would have to be
  /// written to while the program reads it.
  private func start(_ text: String) -> pid_t? {
    let file = ct_memory_file("clipboard")
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text = text
    let isWritten = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(file, rest.baseAddress, rest.count)
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) } else if errno != EINTR { return false }
      }
      return true
    }
    guard isWritten, lseek(file, 0, SEEK_SET) == 0 else { return nil }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    let process = ProgramStart.start(path, words, environment: environment, keepsTerminal: false) { files in
      posix_spawn_file_actions_adddup2(&files, file, STDIN_FILENO)
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    }
    return try? process.get()
  }
}
