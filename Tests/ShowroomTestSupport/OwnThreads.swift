import Foundation
import Testing

/// Runs tests that wait in `poll` on separate threads, because on the shared ones they would block the tests of other
/// suites.
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()
  private let queue = OperationQueue()

  private init() { queue.maxConcurrentOperationCount = max(4, ProcessInfo.processInfo.activeProcessorCount * 2) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A trait that runs tests on separate threads.
package struct OwnThreadsTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the trait applies to the tests of a suite.
  package let isRecursive = true

  /// Runs a test case on a separate thread.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// The trait for tests that wait for other processes.
  package static var waits: Self { Self() }
}
