import Testing

@testable import ReactorCore

@MainActor
@Suite struct SubscriptionLifetimeTests {
  @Test func `a disposal after the end was delivered does not count as a disposal`() {
    let lifetime = Lifetime()
    _ = lifetime.end()
    lifetime.endDelivered()

    lifetime.dispose()

    #expect(!lifetime.isDisposed)
  }

  @Test func `a disposal while the end is delivered counts as a disposal`() {
    let lifetime = Lifetime()
    _ = lifetime.end()

    lifetime.dispose()

    #expect(lifetime.isDisposed)
  }
}
