import Foundation
import Testing

/// Runs tests that wait in `poll` on threads of their own. On the shared ones they would keep the tests of other
/// suites from running.
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()
  private let queue = OperationQueue()

  private init() { queue.maxConcurrentOperationCount = max(4, ProcessInfo.processInfo.activeProcessorCount * 2) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs the tests that it is given to on threads of their own.
public struct OwnThreadsTrait: TestTrait, SuiteTrait, TestScoping {
  /// The tests of a suite, too.
  public let isRecursive = true

  /// Runs a test's cases there.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// For tests that wait for other processes.
  public static var waits: Self { Self() }
}
