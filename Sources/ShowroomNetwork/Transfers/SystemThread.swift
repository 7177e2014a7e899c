import Glibc

/// Threads of the system, for work that waits in calls that Swift's own threads must not wait in.
package enum SystemThread {
  /// Runs `work` on a new thread, which receives no signals: these are for the program's own threads, and a closed
  /// connection is an error.
  /// - Returns: 0, or the error of the system, which has no thread left; then `work` is not run.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
    let box = Unmanaged.passRetained(Work(run: work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        work.run()
        return nil
      }, box.toOpaque())
    if code == 0 { pthread_detach(thread) } else { box.release() }
    return code
  }

  private final class Work {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
