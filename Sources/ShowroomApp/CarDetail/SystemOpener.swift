import CTerminal
import Glibc
import SystemPackage
import Uploads

/// Opens files with the program that the desktop has for them.
struct SystemOpener: Sendable {
  /// Shows a file; returns when the opener has ended, which is not when its window is closed.
  let open: @Sendable (FilePath) async throws(OpenerFailure) -> Void
  /// Why nothing can be opened, where that is known from the start.
  private(set) var refusal: OpenerFailure?

  init(open: @escaping @Sendable (FilePath) async throws(OpenerFailure) -> Void) {
    self.open = open
  }

  /// `SHOWROOM_OPENER`, or else `xdg-open`, which needs a desktop. It is started without a shell, and away from the
  /// terminal: it can neither read keys nor write over the screen. It inherits no other descriptor, and of `environment`
  /// nothing that is meant for this program, whose secrets for uploads are among that.
  init(environment: [String: String]) {
    let chosen = environment["SHOWROOM_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let inherited = environment.filter { name, _ in !Self.ownPrefixes.contains { name.hasPrefix($0) } }
    let refusal: OpenerFailure? = chosen != nil || hasDesktop ? nil : .noDesktop
    self.init { path throws(OpenerFailure) in
      if let refusal { throw refusal }
      let program = chosen ?? "xdg-open"
      let process = try Self.start(program, path, environment: inherited)
      let status = await Self.end(of: process)
      if status != 0 { throw .failed(program, status: status) }
    }
    self.refusal = refusal
  }

  /// The variables that this program reads: settings, passwords, tokens and access keys.
  private static let ownPrefixes = ["SHOWROOM_", "AWS_"]

  private static func start(
    _ program: String, _ path: FilePath, environment: [String: String]
  ) throws(OpenerFailure) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    // In the program itself: marking them here would miss what another thread opens meanwhile.
    ct_spawn_close_from(&files, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: Ctrl-C in the terminal is not meant for it. And signals as a program expects them.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let name = strdup(program)
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer {
      free(name)
      for variable in variables { free(variable) }
    }
    let code = path.withPlatformString { path in
      let argument = strdup(path)
      defer { free(argument) }
      return posix_spawnp(&process, program, &files, &attributes, [name, argument, nil], variables + [nil])
    }
    guard code == 0 else { throw .notStarted(program, reason: String(cString: strerror(code))) }
    return process
  }

  /// Waits on a thread of its own: the opener may be the viewer itself, and last as long as its window.
  private static func end(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      let waiting = Waiting(process: process, continuation: continuation)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue().wait() }
          return nil
        }, Unmanaged.passRetained(waiting).toOpaque())
      if code == 0 { pthread_detach(thread) } else { continuation.resume(returning: 0) }
    }
  }

  private final class Waiting: Sendable {
    let process: pid_t
    let continuation: CheckedContinuation<Int32, Never>

    init(process: pid_t, continuation: CheckedContinuation<Int32, Never>) {
      self.process = process
      self.continuation = continuation
    }

    func wait() {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      // As a shell says it: the status, or 128 and the signal.
      continuation.resume(returning: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    }
  }
}

/// Why a file was not opened.
enum OpenerFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no screen that a window could appear on, as over ssh.
  case noDesktop
  /// The opener could not be started.
  case notStarted(String, reason: String)
  /// The opener ended with a status.
  case failed(String, status: Int32)

  /// A sentence that says what to do.
  var description: String {
    switch self {
    case .noDesktop:
      "There is no desktop here to open it on (DISPLAY is not set, as over ssh): press w to save a copy, or name a program "
        + "that can show files in SHOWROOM_OPENER."
    case .notStarted(let program, let reason):
      "\(program) cannot be started (\(reason)): install it, or name another program in SHOWROOM_OPENER."
    case .failed(let program, let status):
      "\(program) ended with status \(status): it may know no program for such a file. Press w to save a copy."
    }
  }
}
