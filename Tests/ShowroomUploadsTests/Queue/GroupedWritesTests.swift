import Dispatch
import GRDB
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Writes that share commits", .timeLimit(.minutes(20)))
struct GroupedWritesTests {
  /// A counter of transactions in an in-memory database. Any of them can be made to fail.
  private final class Transactions: GroupedWrites.Transactions, Sendable {
    let database: DatabaseQueue
    let count = Mutex(0)
    let failure: @Sendable (Int) -> UploadFailure?

    init(failure: @escaping @Sendable (Int) -> UploadFailure? = { _ in nil }) throws {
      database = try DatabaseQueue()
      self.failure = failure
      try database.write { try $0.execute(sql: "CREATE TABLE note (text TEXT UNIQUE)") }
    }

    func transaction<Value>(_ body: (Database) throws -> Value) throws(UploadFailure) -> Value {
      let number = count.withLock { count in
        count += 1
        return count
      }
      do {
        return try database.write { db in
          let value = try body(db)
          if let failure = failure(number) { throw failure }
          return value
        }
      } catch {
        throw error as? UploadFailure ?? UploadFailure(.store, "\(error)")
      }
    }

    var texts: [String] {
      get throws { try database.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY rowid") } }
    }
  }

  /// Performs a write, and the others while the first is being written.
  private func perform(
    _ texts: [String], in transactions: Transactions
  ) async -> [Result<Int, UploadFailure>] {
    let writes = GroupedWrites()
    let (waiting, wait) = AsyncStream<Void>.makeStream()
    let isReady = DispatchSemaphore(value: 0)
    @Sendable func add(_ text: String, _ work: @escaping @Sendable () -> Void = {}) async -> Result<Int, UploadFailure>
    {
      do throws(UploadFailure) {
        return .success(
          try await writes.perform(
            { db in
              work()
              try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text])
              return text.count
            }, in: transactions))
      } catch {
        return .failure(error)
      }
    }
    // One thread performs the first write, and another one starts the others in order, so that all of them are waiting
    // when its last task runs.
    let (own, serial) = (SerialExecutor(), SerialExecutor())
    let first = Task(executorPreference: own) {
      await add("first") {
        wait.yield()
        isReady.wait()
      }
    }
    for await _ in waiting { break }
    let others = texts.map { text in Task(executorPreference: serial) { await add(text) } }
    let last = Task(executorPreference: serial) { _ = isReady.signal() }
    await last.value
    wait.finish()
    var results = [await first.value]
    for other in others { results.append(await other.value) }
    return results
  }

  @Test func `writes that arrive during a commit follow in one transaction, in order`() async throws {
    let transactions = try Transactions()

    let results = await perform(["a", "bb", "ccc", "dddd"], in: transactions)

    #expect(results == [.success(5), .success(1), .success(2), .success(3), .success(4)])
    #expect(try transactions.texts == ["first", "a", "bb", "ccc", "dddd"])
    #expect(transactions.count.withLock { $0 } == 2)
  }

  @Test func `a write that fails neither prevents the others nor leaves anything`() async throws {
    let transactions = try Transactions()

    let results = await perform(["a", "b", "a", "c"], in: transactions)

    #expect(results.map { (try? $0.get()) != nil } == [true, true, true, false, true])
    #expect(try transactions.texts == ["first", "a", "b", "c"])
  }

  @Test func `a failing commit fails all of its writes, and the next one succeeds`() async throws {
    let full = UploadFailure(.store, "The disk is full.")
    let transactions = try Transactions { $0 == 2 ? full : nil }

    let results = await perform(["a", "b"], in: transactions)

    #expect(results == [.success(5), .failure(full), .failure(full)])
    #expect(try transactions.texts == ["first"])
    #expect(transactions.count.withLock { $0 } == 2, "not one by one, because each would wait as long")
    #expect(await perform(["d"], in: transactions).count == 2)
  }
}

/// An executor with one thread, which runs jobs in order.
private final class SerialExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "serial")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
