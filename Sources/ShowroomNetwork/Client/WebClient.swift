/// A client for requests to web servers. It has one thread, which starts with a request and ends when there have been
/// no requests for a while. Safe to use from any thread, for many requests at once.
///
/// The client never follows a redirect, sends no credentials of its own, and stores nothing.
package final class WebClient: Sendable {
  private let thread: NetworkThread

  /// Creates a client. The thread does not start before the first request.
  package init(_ configuration: WebConfiguration = WebConfiguration()) { thread = NetworkThread(configuration) }

  deinit {
    let thread = thread
    Task.detached { await thread.shutDown() }
  }

  /// Sends a request and returns the response when its head has arrived, regardless of the status.
  /// - Throws: ``WebError``, ``MissingLibrary``, or the error of the request's body.
  package func send(_ request: WebRequest) async throws -> WebResponse {
    if Task.isCancelled { throw WebError.canceled }
    guard request.isValid else { throw WebError.badRequest }
    try MissingLibrary.openCurl()
    let exchange = Exchange(request) { [thread] in thread.send($0) }
    thread.send(.start(exchange))
    do {
      return WebResponse(try await exchange.head(), exchange)
    } catch {
      if Task.isCancelled, error is WebError || error is CancellationError { throw WebError.canceled }
      throw error
    }
  }

  /// Ends all requests, and returns when the thread has ended. Later requests fail as canceled.
  package func shutDown() async { await thread.shutDown() }
}
