import GRDB
import Synchronization

/// Database writes that share commits: those that arrive during a commit are committed together in the next
/// transaction.
///
/// A commit waits for the disk, and each of the concurrent uploads needs several commits.
final class GroupedWrites: Sendable {
  /// A write. It may be performed twice, because it is rolled back if another write in its transaction fails.
  typealias Body<Value> = @Sendable (Database) throws -> Value

  /// A type that performs transactions. A transaction is on disk when the method returns.
  protocol Transactions {
    func transaction<Value>(_ body: (Database) throws -> Value) throws(UploadFailure) -> Value
  }

  private let state = Mutex(State())

  private struct State {
    var isBusy = false
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    /// Performs the write and returns a closure that reports its success.
    let perform: Body<@Sendable () -> Void>
    let fail: @Sendable (UploadFailure) -> Void
    /// Lets the caller perform its write, together with the writes waiting at that time.
    let lead: @Sendable () -> Void
  }

  private enum Turn<Value: Sendable>: Sendable {
    case lead
    case ended(Result<Value, UploadFailure>)
  }

  /// Performs a write. It is on disk when the method returns, and nothing has changed if the method throws.
  func perform<Value: Sendable>(
    _ body: @escaping Body<Value>, in transactions: some Transactions
  ) async throws(UploadFailure) -> Value {
    switch await turn(of: body) {
    case .ended(let result): return try result.get()
    case .lead:
      defer { passOn() }
      return try commit(body, in: transactions)
    }
  }

  private func turn<Value: Sendable>(of body: @escaping Body<Value>) async -> Turn<Value> {
    await withCheckedContinuation { (turn: CheckedContinuation<Turn<Value>, Never>) in
      let waiting = Waiting(
        perform: { db in
          let value = try body(db)
          return { turn.resume(returning: .ended(.success(value))) }
        },
        fail: { turn.resume(returning: .ended(.failure($0))) },
        lead: { turn.resume(returning: .lead) })
      let leads = state.withLock { state in
        if state.isBusy { state.waiting.append(waiting) }
        defer { state.isBusy = true }
        return !state.isBusy
      }
      if leads { waiting.lead() }
    }
  }

  /// Performs a write and all waiting writes.
  private func commit<Value>(_ body: Body<Value>, in transactions: some Transactions) throws(UploadFailure) -> Value {
    let others = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    var isOneToBlame = false
    do throws(UploadFailure) {
      let (value, reports) = try transactions.transaction { db in
        isOneToBlame = true
        let written = (try body(db), try others.map { try $0.perform(db) })
        isOneToBlame = false
        return written
      }
      for report in reports { report() }
      return value
    } catch {
      guard isOneToBlame, !others.isEmpty else {
        for other in others { other.fail(error) }
        throw error
      }
      return try commitEach(body, others, in: transactions)
    }
  }

  /// Performs the writes one by one, because one of them failed and must not prevent the others.
  private func commitEach<Value>(
    _ body: Body<Value>, _ others: [Waiting], in transactions: some Transactions
  ) throws(UploadFailure) -> Value {
    let result: Result<Value, UploadFailure>
    do throws(UploadFailure) { result = .success(try transactions.transaction(body)) } catch {
      result = .failure(error)
    }
    for other in others {
      do throws(UploadFailure) {
        let report = try transactions.transaction(other.perform)
        report()
      } catch {
        other.fail(error)
      }
    }
    return try result.get()
  }

  /// Lets the next waiting caller perform its write.
  private func passOn() {
    let next = state.withLock { state -> Waiting? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.isBusy = false
      return nil
    }
    next?.lead()
  }
}
