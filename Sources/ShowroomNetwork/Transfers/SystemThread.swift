import Glibc

/// System threads for blocking calls, which must not run on the threads of Swift's concurrency runtime.
package enum SystemThread {
  /// Runs `work` on a new thread that receives no signals. Signals are left to the program's own threads, and writing
  /// to a closed connection fails with an error.
  /// - Returns: 0, or an `errno` code if no thread could be created; `work` then does not run.
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
