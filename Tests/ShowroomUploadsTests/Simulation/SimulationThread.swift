import Dispatch
import Synchronization

/// The thread of a simulated program. It runs one job after another and reports when none is left, so that waiting
/// never depends on real time.
final class SimulationThread: TaskExecutor {
  private let queue = DispatchQueue(label: "simulation")
  private let jobs = Atomic(0)
  private let whenIdle: @Sendable () -> Void

  /// - Parameter whenIdle: called after the last job.
  init(whenIdle: @escaping @Sendable () -> Void) { self.whenIdle = whenIdle }

  /// Whether no job is ready to run.
  var isIdle: Bool { jobs.load(ordering: .acquiring) == 0 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.add(1, ordering: .acquiringAndReleasing)
    queue.async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      if self.jobs.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { self.whenIdle() }
    }
  }
}
