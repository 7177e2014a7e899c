import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorCounter

@MainActor
@Suite struct ExpectReleasedTests {
  @MainActor
  private final class Holder {
    var view: CounterView?
    var task: Task<Void, Never>?
  }

  private let holder = Holder()

  private func failures(_ body: @MainActor () async -> Void) async -> [String] {
    var messages: [String] = []
    await expectReleased(report: { message, _ in messages.append(message) }, body)
    return messages
  }

  private func counter(_ clock: VirtualClock) -> CounterView {
    let view = CounterView()
    view.reactor = CounterReactor(clock: clock)
    return view
  }

  @Test func `a program that releases everything passes, even with a running effect`() async {
    let messages = await failures {
      let screen = TestScreen(40, 10) { counter($0) }
      screen.press("+")
      await screen.wait(.milliseconds(100))
    }

    #expect(messages == [])
  }

  @Test func `a view that stays alive is named with what it retains`() async {
    let messages = await failures {
      holder.view = counter(VirtualClock())
    }

    #expect(messages == ["4 objects are still alive: CounterReactor, CounterView, Label, Spinner."])
  }

  @Test func `a binding that retains its view is found`() async {
    final class Leaking: View {
      let relay = Relay<Void>()

      func bind() { _ = relay.subscribe { self.setNeedsDisplay() } }
    }
    weak var leaked: Leaking?

    let messages = await failures {
      let view = Leaking()
      view.bind()
      leaked = view
    }

    #expect(messages == ["1 object is still alive: Leaking."])
    _ = leaked
  }

  @Test func `what another test creates in the meantime does not count`() async {
    let started = Relay<Void>()
    var others: [View] = []
    // Not a child of the body, so it does not inherit the body's values.
    let subscription = started.subscribe { Task.detached { @MainActor in others.append(View()) } }

    let messages = await failures {
      started.send(())
      while others.isEmpty { await Task.yield() }
    }

    #expect(messages == [])
    subscription.dispose()
  }

  @Test func `an object that a canceled task releases a turn later passes`() async {
    let messages = await failures {
      let view = View()
      let task = Task { @MainActor in
        await Task.yield()
        _ = view.bounds
      }
      task.cancel()
    }

    #expect(messages == [])
  }
}
