import Glibc
import ReactorTerminal
import ShowroomNetwork
import SystemPackage

/// An opener of files and web pages in their default programs.
struct SystemOpener: Sendable {
  /// The file or page to open.
  enum Target: Sendable, Hashable {
    case file(FilePath)
    /// A web page. Its address begins with `https`, so it cannot be mistaken for an option of a program.
    case page(WebAddress)
  }

  /// A closure that opens a file or a page. It returns when the opener ends, which may be before the opened window is
  /// closed.
  let open: @Sendable (Target) async throws(OpenerError) -> Void
  /// The error that every call for a file would throw, if it is known in advance.
  private(set) var refusal: OpenerError?

  init(open: @escaping @Sendable (Target) async throws(OpenerError) -> Void) {
    self.open = open
  }

  /// Creates an opener that runs the program in `SHOWROOM_OPENER` or else `xdg-open`, which requires a desktop.
  ///
  /// The program is started without a shell and in its own session, so that it can neither read keys nor write to the
  /// screen, even through `/dev/tty`. It inherits no other file descriptors, and none of the variables in `environment`
  /// that are meant for this program, because those include secrets for uploads.
  init(environment: [String: String]) {
    let chosen = environment["SHOWROOM_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let inherited = Self.inherited(environment)
    let canOpen = chosen != nil || hasDesktop
    self.init { target throws(OpenerError) in
      guard canOpen else { throw .noDesktop(target.kind) }
      let program = chosen ?? "xdg-open"
      let process = try Self.start(program, target, environment: inherited)
      let status = await ProgramStart.end(of: process)
      if status != 0 { throw .failed(program, status: status, target.kind) }
    }
    refusal = canOpen ? nil : .noDesktop(.file)
  }

  /// Returns the variables for another program, leaving out this program's settings, passwords, tokens and access keys.
  static func inherited(_ environment: [String: String]) -> [String: String] {
    environment.filter { name, _ in !["SHOWROOM_", "AWS_"].contains { name.hasPrefix($0) } }
  }

  private static func start(
    _ program: String, _ target: Target, environment: [String: String]
  ) throws(OpenerError) -> pid_t {
    let name = strdup(program)
    let argument = target.argument
    defer {
      free(name)
      free(argument)
    }
    let started = ProgramStart.start(program, [name, argument], environment: environment, keepsTerminal: false) {
      files in
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    }
    do throws(ProgramStart.ErrorNumber) {
      return try started.get()
    } catch {
      throw .notStarted(program, reason: String(cString: strerror(error.code)))
    }
  }
}

extension SystemOpener.Target {
  /// The argument for the opener, which the caller frees. Bytes of a path that are not valid text are preserved.
  fileprivate var argument: UnsafeMutablePointer<CChar>? {
    switch self {
    case .file(let path): path.withPlatformString { strdup($0) }
    case .page(let address): strdup(address.text)
    }
  }

  fileprivate var kind: OpenerError.Kind {
    switch self {
    case .file: .file
    case .page: .page
    }
  }
}

/// An error in opening a file or a web page.
enum OpenerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of target that could not be opened.
  enum Kind: Sendable, Hashable {
    case file
    case page
  }

  /// There is no desktop, for example over SSH.
  case noDesktop(Kind)
  /// The opener could not be started.
  case notStarted(String, reason: String)
  /// The opener ended with a nonzero status.
  case failed(String, status: Int32, Kind)

  var description: String {
    switch self {
    case .noDesktop(.file):
      "There is no desktop to open the file on (DISPLAY is not set). Save a copy, or set SHOWROOM_OPENER to a program "
        + "that opens files."
    case .noDesktop(.page):
      "There is no desktop to open the page on (DISPLAY is not set). Open the address in a browser on your computer, or "
        + "set SHOWROOM_OPENER to a program that opens pages."
    case .notStarted(let program, let reason):
      "Could not start \(program) (\(reason)). Install it, or set SHOWROOM_OPENER to another program."
    case .failed(let program, let status, .page):
      "\(program) ended with status \(status), probably because no browser is installed. Open the address in a browser."
    case .failed(let program, let status, .file):
      "\(program) ended with status \(status), probably because no program is installed for such files. Save a copy."
    }
  }
}
