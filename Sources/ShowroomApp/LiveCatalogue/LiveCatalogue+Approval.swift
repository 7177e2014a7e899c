import Catalogue
import ReactorCore

/// What a refresh wants to remove, and from what source it comes.
public struct RefreshQuestion: Sendable, Hashable {
  /// The cars that would go.
  public let loss: RefreshLoss
  /// The source that does not have them, for a person: a path or an address.
  public let source: String
}

extension LiveCatalogue {
  /// Whether somebody has approved of what a refresh removes.
  @MainActor
  final class Approvals {
    var isGiven = false
  }

  /// Whether a refresh does something, rather than wait for an answer.
  var isRefreshWorking: Bool { refreshProgress.value != nil && refreshQuestion.value == nil }

  /// Waits for the answer of a person; ending the refresh is a refusal.
  func ask(_ question: RefreshQuestion, _ approvals: Approvals) async -> Bool {
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    answer = continuation
    refreshQuestion.accept(question)
    for await isApproved in answers where isApproved { approvals.isGiven = true }
    return approvals.isGiven
  }

  /// Answers ``refreshQuestion``: whether the refresh may remove the cars. Without a question it does nothing.
  public func answerRefresh(_ isApproved: Bool) {
    guard let answer else { return }
    self.answer = nil
    refreshQuestion.accept(nil)
    answer.yield(isApproved)
    answer.finish()
  }

  // MARK: Undoing

  /// Brings back the cars as they were before the last refresh that was approved of, and their source.
  /// - Returns: false when the cars were changed by something else since.
  public func undoRefresh() async throws(CatalogueError) -> Bool {
    guard try await Self.perform({ store throws(CatalogueError) in try store.undoRefresh() }, in: store) else {
      return false
    }
    if let sourceBefore {
      setSource(sourceBefore)
      do { try store.rememberSecrets(of: sourceBefore) } catch { logger.warning("\(error)") }
    }
    return true
  }

  /// Gives up the possibility to undo a refresh.
  public func keepRefresh() async {
    do throws(CatalogueError) {
      try await Self.perform({ store throws(CatalogueError) in try store.keepRefresh() }, in: store)
    } catch {
      logger.warning("the cars before a refresh could not be forgotten", metadata: ["error": "\(error)"])
    }
  }
}
