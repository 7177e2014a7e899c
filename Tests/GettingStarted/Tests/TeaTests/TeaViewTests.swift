import ReactorTesting
import Testing

@testable import tea

@MainActor
@Suite struct TeaViewTests {
  private let screen = TestScreen(40, 10) { clock in
    let view = TeaView()
    view.reactor = TeaReactor(clock: clock)
    return view
  }

  @Test func `Space starts the countdown, and another Space stops it`() async {
    screen.press("-", .space)
    await screen.wait(.seconds(2))

    screen.expect(
      """
       Tea




                        2:28



       Space Stop  + Longer  +3        ? Help
      """)

    screen.press(.space)

    #expect(screen.text.contains("Space Start"))
  }

  @Test func `a message reports that the tea is ready`() async {
    screen.press(.space)
    await screen.wait(.seconds(180))

    #expect(screen.text.contains("The tea is ready"))
  }

  @Test func `a screen with a running countdown is released`() async {
    await expectReleased {
      let screen = TestScreen { clock in
        let view = TeaView()
        view.reactor = TeaReactor(clock: clock)
        return view
      }
      screen.press(.space)
    }
  }
}
