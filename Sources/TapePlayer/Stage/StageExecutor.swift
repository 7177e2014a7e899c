import Dispatch
import Synchronization

/// An executor that runs the background work of effects on the queue of the main actor, so that the order of events is
/// always the same and all work is finished when the queue is empty.
final class StageExecutor: TaskExecutor {
  private let jobs = Atomic<Int>(0)

  /// The number of jobs enqueued so far.
  var jobCount: Int { jobs.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .relaxed)
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
