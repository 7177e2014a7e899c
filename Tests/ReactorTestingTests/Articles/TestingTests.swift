import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Testing")
struct TestingTests {
  private let clock = VirtualClock()
  private let service: FakeWeather

  init() {
    service = FakeWeather(clock: clock)
  }

  @Test func `a refresh shows that it is running, and warns of heat`() async {
    let store = TestStore(WeatherReactor(service: service))
    service.answer = .success(34)

    store.send(.refresh) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setDegrees(34)) { $0.degrees = 34 }
    await store.receive(output: .toast("Stay in the shade", kind: .warning))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  @Test func `a failure is reported, and hides the indicator`() async {
    let store = TestStore(WeatherReactor(service: service))
    service.answer = .failure(Offline())

    store.send(.refresh) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    let error = await store.receiveError()
    #expect(error is Offline)
    await store.finish()
  }

  @Test func `a forgotten mutation fails the test with a difference`() async {
    var messages: [String] = []
    let store = TestStore(WeatherReactor(service: service), report: { message, _ in messages.append(message) })

    store.send(.refresh)

    #expect(
      messages == [
        """
        1 mutation was not stated after .refresh was sent:

        + .setLoading(true)
                State(
              -   isLoading: false
              +   isLoading: true
                  … 1 more is equal
                )

        """
      ])
    await clock.advance(by: .seconds(1))
    await store.receive(.setDegrees(20)) { $0.degrees = 20 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  @Test func `a recorder collects the elements of a stream`() async {
    let reactor = WeatherReactor(service: service)
    let degrees = Recorder(reactor.state(\.degrees))

    reactor.action.send(.refresh)
    await clock.advance(by: .seconds(1))

    #expect(degrees.elements == [nil, 20])
  }

  @Test func `the screen shows the temperature in the accent color`() {
    let reactor = WeatherReactor(service: service)
    let stub = reactor.stub()
    let screen = TestScreen(30, 5) { _ in
      let view = WeatherView()
      view.reactor = reactor
      return view
    }

    stub.state.degrees = 20

    screen.expect(
      """
       Weather

       20 °C

       r Refresh  +2         ? Help
      """,
      styles: """
        .TTTTTTT

        .aaaaa

        .k.nnnnnnn..nn.........k.nnnn
        """)

    screen.press("r")

    #expect(stub.actions == [.refresh])
  }

  @Test func `a screen with a running refresh is released`() async {
    await expectReleased {
      let screen = TestScreen(30, 5) { _ in
        let view = WeatherView()
        view.reactor = WeatherReactor(service: service)
        return view
      }
      screen.press("r")
    }
  }

  @Test func `heat triggers a warning, no matter what else happens`() async {
    let store = TestStore(WeatherReactor(service: service), exhaustivity: .off)
    service.answer = .success(34)

    store.send(.refresh)
    await clock.advance(by: .seconds(1))
    await store.receive(where: { if case .setDegrees = $0 { true } else { false } }) { $0.degrees = 34 }
    await store.receive(output: .toast("Stay in the shade", kind: .warning))
    await store.finish()
  }
}

/// A service that answers after a second.
@MainActor
private final class FakeWeather: WeatherService {
  var answer: Result<Int, any Error> = .success(20)
  private let clock: VirtualClock

  init(clock: VirtualClock) {
    self.clock = clock
  }

  func degrees() async throws -> Int {
    try await clock.sleep(for: .seconds(1))
    return try answer.get()
  }
}

private struct Offline: Error {}
