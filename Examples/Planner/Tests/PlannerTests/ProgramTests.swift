import Foundation
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import planner

@MainActor
@Suite struct ProgramTests {
  private let today: CalendarDate

  init() throws {
    today = try #require(CalendarDate("2026-08-03"))
  }

  private func program(_ width: Int, _ height: Int) -> TestScreen {
    let screen = TestScreen(width, height)
    screen.start { start(in: $0, today: today) }
    return screen
  }

  @Test func `the list is beside the details`() {
    let screen = program(60, 20)

    screen.press(.down, .down)

    screen.expect(
      """
       Planner
       Day │ Week │ Month           │ Concert
          ◀   August 2026    ▶      │ Leisure
          Mo Tu We Th Fr Sa Su      │ 2026-08-04
                          1  2      │ Reminders: none
           3  4  5  6  7  8  9      │
          10 11 12 13 14 15 16      │ Bring the tickets.
          17 18 19 20 21 22 23      │
          24 25 26 27 28 29 30      │
          31                        │
      Monday, 2026-08-03            │
        Team meeting                │
      Tuesday, 2026-08-04           │
        Water the plants            │
      ▸ Concert                     │
                                    │
                                    │
                                    │
                                    │
       Enter Edit  F6 Other pane  n New  d Delete  +2      ? Help
      """)
  }

  @Test func `a narrow screen shows one pane, and F6 the other`() {
    let screen = program(44, 12)

    screen.press("f6")

    screen.expect(
      """
       Planner
       Team meeting
       Work
       2026-08-03
       Reminders: On the day

       Room 4




       F6 Other pane  n New  d Delete  +2  ? Help
      """)
  }

  @Test func `the form shows what is wrong, and an error disappears with its cause`() {
    let screen = program(60, 20)

    screen.press("n", .control("s"))
    screen.type("Dentist")
    screen.press(.tab, .tab, .left, .control("s"))

    screen.expect(
      """
       Planner › New appointment
       Title      Dentist
       Category    Work │ Home │ Leisure

       Time
       Date       2026-08-02 ▼
                  ✗ Enter a date that is not in the past.
       Reminders  None                                         ▼

       Notes









       Space Choose  ^S Save  Esc Back  : Commands         ? Help
      """)

    screen.press(.right, .right, .control("s"))

    #expect(screen.position(of: "Dentist") != nil)
    #expect(screen.position(of: "Tuesday, 2026-08-04") != nil)
  }

  @Test func `a reminder in the past is rejected`() {
    let screen = program(60, 20)

    screen.press(.enter, .tab, .tab, .tab, .space, .down, .space, .enter, .control("s"))

    #expect(screen.position(of: "A reminder would be in the past.") != nil)
  }

  @Test func `the tape adds an appointment`() async throws {
    let tape = try Tape(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().path + "/../../planner.tape")

    let last = try await tape.play { window in
      FrameCheck.watch(window)
      return start(in: window, today: today)
    }

    #expect(last.text.contains("Dentist"))
  }

  @Test func `screens are released when they are left`() async {
    await expectReleased {
      let screen = program(60, 20)
      screen.press("n", .escape, .enter, .escape)
    }
  }
}
