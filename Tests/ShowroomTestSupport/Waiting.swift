import ReactorCore
import Testing

/// The time limit for events outside the main actor. On a busy computer, they may be delayed until most other tests
/// have run.
private let patience = Duration.seconds(600)

/// Yields until a condition holds, and records an issue if that takes too long.
@MainActor
package func eventually(_ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let deadline = ContinuousClock.now + patience
  while !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("The condition was not met in time.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}

/// Returns the first element of a stream that satisfies `condition`. Records an issue and returns `nil` if none arrives
/// in time.
@MainActor
package func first<Element: Sendable>(
  _ stream: Observable<Element>, sourceLocation: SourceLocation = #_sourceLocation,
  where condition: @escaping @MainActor (Element) -> Bool
) async -> Element? {
  let disposable = SerialDisposable()
  let found = AsyncStream<Element> { continuation in
    disposable.set(stream.filter(condition).subscribe(onNext: { continuation.yield($0) }))
    Task {
      try? await Task.sleep(for: patience)
      continuation.finish()
    }
  }
  defer { disposable.dispose() }
  for await element in found { return element }
  Issue.record("No element satisfied the condition in time.", sourceLocation: sourceLocation)
  return nil
}

/// Yields often enough that all ready work has run, for a test that expects nothing to happen.
@MainActor
package func settle() async {
  for _ in 0..<10_000 { await Task.yield() }
}
