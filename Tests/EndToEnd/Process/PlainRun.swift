import Foundation

/// The result of a program that ran without a terminal.
struct PlainRun {
  let ending: Ending
  let output: String
  let error: String

  /// Runs a program to its end.
  ///
  /// - Parameter meanwhile: A closure that is called after the program has started.
  init(
    _ arguments: [String], environment: [String: String] = [:], meanwhile: (pid_t) throws -> Void = { _ in }
  ) throws {
    let output = try Self.file()
    let error = try Self.file()
    let nothing = try SystemCallError.check("open", open("/dev/null", O_RDONLY | O_CLOEXEC))
    defer { for descriptor in [output, error, nothing] { close(descriptor) } }
    let spawn = Spawn(
      arguments: arguments, environment: PseudoTerminal.environment.merging(environment) { $1 },
      descriptors: [0: nothing, 1: output, 2: error])
    let pid = try spawn()
    try meanwhile(pid)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    ending = Ending(waitStatus: status)
    self.output = Self.content(output)
    self.error = Self.content(error)
  }

  /// Opens a temporary file. Unlike a pipe, it need not be read while the program writes.
  private static func file() throws(SystemCallError) -> Int32 {
    var path = Array("\(FileManager.default.temporaryDirectory.path)/output-XXXXXX".utf8CString)
    let descriptor = try SystemCallError.check("mkstemp", mkstemp(&path))
    unlink(path)
    return descriptor
  }

  private static func content(_ descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
