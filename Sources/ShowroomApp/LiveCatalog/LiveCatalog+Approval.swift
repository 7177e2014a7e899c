import ReactorCore
import ShowroomCatalog

/// A confirmation to request before a refresh removes many cars.
package struct RefreshQuestion: Sendable, Hashable {
  /// The cars that the refresh would remove.
  package let loss: RefreshLoss
  /// The display name of the source that no longer contains the cars: a path or an address.
  package let source: String
}

extension LiveCatalog {
  /// The user's approval of one refresh.
  @MainActor
  final class Approvals {
    var isGiven = false
  }

  /// Whether a refresh is running and not waiting for an answer.
  package var isRefreshWorking: Bool { refreshProgress.value != nil && refreshQuestion.value == nil }

  /// Requests a confirmation and returns the user's answer. The answer is `false` if the refresh ends first.
  func ask(_ question: RefreshQuestion, _ approvals: Approvals) async -> Bool {
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    answer = continuation
    refreshQuestion.accept(question)
    var isApproved = false
    for await answer in answers { isApproved = answer }
    approvals.isGiven = isApproved
    return isApproved
  }

  /// Answers ``refreshQuestion``. Does nothing if no confirmation is pending.
  package func answerRefresh(_ isApproved: Bool) {
    guard let answer else { return }
    self.answer = nil
    refreshQuestion.accept(nil)
    answer.yield(isApproved)
    answer.finish()
  }

  // MARK: Undoing

  /// Restores the cars and the source from before the last approved refresh.
  ///
  /// - Returns: `false` if the cars have changed since. In that case, nothing is restored.
  package func undoRefresh() async throws(CatalogError) -> Bool {
    // The latest refresh will be another one.
    readingViewChanges?.cancel()
    guard try await Self.perform({ store throws(CatalogError) in try store.undoRefresh() }, in: store) else {
      return false
    }
    do { try store.chosenSource.remember(previousChoice) } catch { logger.warning("\(error)") }
    if let previousSource { setSource(previousSource) }
    return true
  }

  /// Makes the last approved refresh permanent, so that it can no longer be undone.
  package func keepRefresh() async {
    do throws(CatalogError) {
      try await Self.perform({ store throws(CatalogError) in try store.keepRefresh() }, in: store)
    } catch {
      logger.warning("could not delete the backup of the cars before a refresh", metadata: ["error": "\(error)"])
    }
  }
}
