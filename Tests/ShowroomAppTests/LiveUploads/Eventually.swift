import Testing

/// Lets others work until a condition holds; an issue when it does not within two minutes, which only ever pass when the test
/// fails.
@MainActor
func eventually(_ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let deadline = ContinuousClock.now + .seconds(120)
  while !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("It never came to this.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
