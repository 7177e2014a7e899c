import Glibc

/// Returns the processor time in seconds that `work` takes on the current thread: the minimum of several runs. Other
/// programs hardly influence it.
///
/// There is no asynchronous version, because a task may continue on another thread, even on the main actor.
package func processorTime(runs: Int = 3, of work: () throws -> Void) rethrows -> Double {
  try (0..<runs).map { _ in
    let start = threadTime()
    try work()
    return threadTime() - start
  }
  .min() ?? 0
}

/// Returns the first of up to three times that is below `limit`, or else the shortest. A program that is too slow
/// exceeds the limit every time, while a busy computer does not.
package func leastTime(below limit: Duration, of measure: () throws -> Duration) rethrows -> Duration {
  var times: [Duration] = []
  while times.count < 3, times.allSatisfy({ $0 >= limit }) { times.append(try measure()) }
  return times.min() ?? .zero
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
