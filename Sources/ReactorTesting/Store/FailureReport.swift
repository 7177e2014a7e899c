import Testing

/// Where a failed expectation goes: the message, and the line of the test.
public typealias FailureReport = @MainActor (_ message: String, _ location: SourceLocation) -> Void

/// Records an issue of the running test (Swift Testing).
@MainActor
public func recordIssue(_ message: String, at location: SourceLocation) {
  Issue.record(Comment(rawValue: message), sourceLocation: location)
}
