import Testing

/// A closure that receives a failed expectation: the message, and its location in the test.
public typealias FailureReport = @MainActor (_ message: String, _ location: SourceLocation) -> Void

/// Records an issue in the running Swift Testing test.
@MainActor
@usableFromInline
package func recordIssue(_ message: String, at location: SourceLocation) {
  Issue.record(Comment(rawValue: message), sourceLocation: location)
}
