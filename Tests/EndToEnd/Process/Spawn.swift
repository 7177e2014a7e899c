import Glibc

/// The parameters of a new process, which is started with `posix_spawn`.
struct Spawn {
  var arguments: [String]
  var environment: [String: String]
  /// The descriptors to pass on, by their numbers in the new process. All others are closed on exec.
  var descriptors: [Int32: Int32]

  /// Starts the program at the path `arguments[0]`.
  func callAsFunction() throws(SystemCallError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Tests in the background of a shell ignore signals, and would pass that on.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let pairs = environment.map { "\($0)=\($1)" }.sorted()
    let argumentPointers = arguments.map { strdup($0) } + [nil]
    let environmentPointers = pairs.map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, arguments[0], &actions, &attributes, argumentPointers, environmentPointers)
    guard code == 0 else { throw SystemCallError("posix_spawn \(arguments[0])", code) }
    return pid
  }
}

/// The way in which a process ended.
enum Ending: Hashable, CustomStringConvertible {
  case exit(Int32)
  case signal(Int32)

  init(waitStatus status: Int32) {
    self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  var description: String {
    switch self {
    case .exit(let status): "exit status \(status)"
    case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
    }
  }
}
