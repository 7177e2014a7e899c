import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Sends requests. One is enough for a process: it has one thread for the network and two that read files, all made at the
/// first request. May be used from any thread, for many requests at once.
public final class HTTPTransport: Sendable {
  let limits: HTTPLimits
  private let state = Mutex<State>(.unused)

  private enum State {
    case unused
    case running(Machinery)
    case shutDown
  }

  /// Nothing is opened or started before the first request.
  public init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  deinit {
    if case .running(let machinery) = state.withLock({ $0 }) {
      Task.detached { await machinery.shutDown() }
    }
  }

  /// Ends what is under way and gives the threads back. Every later request fails as cancelled.
  public func shutDown() async {
    let machinery: Machinery? = state.withLock { state in
      defer { state = .shutDown }
      if case .running(let machinery) = state { return machinery }
      return nil
    }
    await machinery?.shutDown()
  }

  /// Sends a request, follows where it is sent (``Redirect``), and returns the answer, whatever its status.
  ///
  /// - Parameter progress: is told, some thirty times a second and at the end, how many bytes of the body have been handed
  ///   to the connection; it is awaited, and what it throws ends the request. After a redirect it begins anew.
  /// - Throws: ``UploadFailure`` when there is no answer: no connection, a stalled one, a source that changed.
  func send(_ request: HTTPRequest, progress: @escaping SendProgress = { _ in }) async throws(UploadFailure)
    -> HTTPResponse
  {
    let answer = try await exchange(request, progress: progress)
    return try await answer.collected(limit: request.answerLimit)
  }

  /// Sends a question that not every server understands.
  /// - Returns: nil when the server leaves it unanswered for ``HTTPLimits/questionTimeout``: some drop methods that they do
  ///   not know.
  func ask(_ request: HTTPRequest) async throws(UploadFailure) -> HTTPResponse? {
    let machinery = try machinery()
    let result: Result<HTTPResponse, UploadFailure>? = await machinery.run {
      do throws(UploadFailure) { return .success(try await self.send(request)) } catch { return .failure(error) }
    } until: { [limits] in
      await machinery.pause(limits.questionTimeout)
    }
    if Task.isCancelled { throw .cancelled }
    return try result?.get()
  }

  /// Is told how many bytes of a body have been handed to the connection.
  typealias SendProgress = @Sendable (Int64) async throws(UploadFailure) -> Void

  func machinery() throws(UploadFailure) -> Machinery {
    let result: Result<Machinery, UploadFailure> = state.withLock { state in
      switch state {
      case .running(let machinery): return .success(machinery)
      case .shutDown: return .failure(.cancelled)
      case .unused:
        do throws(UploadFailure) {
          let machinery = try Machinery(limits: limits)
          state = .running(machinery)
          return .success(machinery)
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }
}
