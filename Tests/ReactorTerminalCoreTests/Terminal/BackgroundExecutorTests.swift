import Dispatch
import Glibc
import ReactorCore
import Synchronization
import Testing

@testable import ReactorTerminalCore

@Suite(.timeLimit(.minutes(20))) struct BackgroundExecutorTests {
  private final class Diary: Sendable {
    let lines = Mutex<[Int]>([])
  }

  /// Returns the thread that runs code outside all actors.
  @concurrent private func thread() async -> UInt { UInt(pthread_self()) }

  @Test func `every job runs on a thread of the executor`() async {
    let threads = await withTaskExecutorPreference(BackgroundExecutor(width: 2)) {
      await withTaskGroup(of: UInt.self) { group in
        for _ in 0..<1_000 { group.addTask { await thread() } }
        return await group.reduce(into: [UInt]()) { $0.append($1) }
      }
    }
    #expect(threads.count == 1_000)
    #expect(Set(threads).count <= 2)
  }

  @Test func `a single thread runs jobs in order`() async {
    let executor = BackgroundExecutor(width: 1)
    let diary = Diary()
    let tasks = (0..<100).map { number in
      Task(executorPreference: executor) { diary.lines.withLock { $0.append(number) } }
    }
    for task in tasks { await task.value }
    #expect(diary.lines.withLock { $0 } == Array(0..<100))
  }

  @Test func `a waiting job does not block another one`() async {
    let executor = BackgroundExecutor(width: 2)
    let gate = DispatchSemaphore(value: 0)
    let waiting = Task(executorPreference: executor) { Self.pass(gate) }
    let other = Task(executorPreference: executor) { _ = gate.signal() }
    await other.value
    await waiting.value
  }

  private static func pass(_ gate: DispatchSemaphore) { gate.wait() }

  @Test func `the executor is released with its last task`() async {
    weak var released: BackgroundExecutor?
    let gate = DispatchSemaphore(value: 0)
    var task: Task<Void, Never>?
    do {
      let executor = BackgroundExecutor(width: 1)
      released = executor
      task = Task(executorPreference: executor) { Self.pass(gate) }
    }
    #expect(released != nil)
    gate.signal()
    await task?.value
    task = nil
    // The thread releases the last job shortly after the job has completed.
    while released != nil { await Task.yield() }
    #expect(released == nil)
  }

  @MainActor @Test func `an effect outside the main actor runs on the bound executor`() async throws {
    let executor = BackgroundExecutor(width: 1)
    let own = await Task(executorPreference: executor) { await thread() }.value
    let effect = Observable<UInt>.run { emit in emit(await thread()) }
    let values = EffectExecutor.$current.withValue(executor) { effect.values }
    var seen: [UInt] = []
    for try await value in values { seen.append(value) }
    #expect(seen == [own])
  }
}
