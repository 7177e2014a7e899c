import Dispatch
import Synchronization

/// Runs what effects do away from the main actor in the main actor's own queue, so that there is one order of events:
/// the same each time, and over when the queue is.
final class StageExecutor: TaskExecutor {
  private let jobs = Atomic<Int>(0)

  /// Jobs that have been handed in.
  var jobCount: Int { jobs.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .relaxed)
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
