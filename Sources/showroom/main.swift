import CReactorTerminal
import Foundation
import Logging
import ReactorTerminalCore
import ShowroomCommands
import ShowroomSettings

// A file that is opened later must not take the place of a closed standard stream. Reading from one ends at once, and
// writing to one fails.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }

// Writing to a closed output is reported as an error of `write` instead of ending the process in the middle of an
// operation.
signal(SIGPIPE, SIG_IGN)

// The program must be able to read the files that it creates, regardless of the umask.
umask(umask(0) & 0o077)

// 10,000 uploads on the screen take 78 MB instead of 138, and a search in the EPA's catalog one megabyte less.
ct_memory_return_large_blocks()

let environment = ProcessArguments.environment
let invocation = Invocation(
  arguments: ProcessArguments.all, environment: environment,
  output: TextOutput(descriptor: STDOUT_FILENO, environment: environment),
  errorOutput: TextOutput(descriptor: STDERR_FILENO, environment: environment))

let plan = invocation.plan()
if case .finished(let status) = plan { exit(status) }
if let shortage = SystemShortage.find() {
  FileHandle.standardError.write(Data("showroom: \(shortage)\n".utf8))
  exit(1)
}

switch plan {
case .finished(let status): exit(status)
case .screen(let settings, let link, let recording, let inspector):
  LogFile.startLogging(settings)
  exit(invocation.show(settings, at: link, recording, inspector: inspector))
case .demo(let demo):
  // A demo does not log anything, because its failures are scripted.
  LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
  exit(invocation.play(demo))
case .command(let command, let settings):
  // 10,000 uploads take 73 MB instead of 92 to 97, and just as long (`make bench-uploads`). The screen has several
  // arenas, because with one, an idle program woke up once a second in some runs of the end-to-end tests.
  ct_memory_share_arena()
  LogFile.startLogging(settings)
  let logger = Logger(label: "showroom.command")
  let status = try? EventLoop.block { await invocation.perform(command, settings, logger: logger) }
  exit(status ?? 1)
}
