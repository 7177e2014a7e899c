import Foundation
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import browser

@MainActor
@Suite struct ProgramTests {
  private let screen = TestScreen(50, 12)
  private let coordinator: FlowCoordinator

  init() {
    coordinator = screen.start { start(in: $0) }
  }

  @Test func `the sign-in checks the fields and shows the error of the library`() async {
    screen.press(.control("s"))
    #expect(screen.position(of: "Enter a name.") != nil)
    await signIn(password: "birds")

    screen.expect(
      """
       Library

       Name      Kim
                 Any name.
       Password  *****
                 ✗ The password is wrong.





       ^S Sign in  ^P Commands                  F1 Help

      """)
  }

  @Test func `the sign-in is replaced by the tabs, and the first page is loaded`() async {
    await signIn()

    await screen.wait(.milliseconds(200))
    #expect(screen.position(of: "Loading books") != nil)
    await screen.wait(.seconds(3))

    screen.expect(
      """
      [Books] Account
       Books                                   20 books
        Title                       Author        Year
      ▸ A History of Bridges        Ada Brook     1950 █
        A History of Clouds         Jun Park      1951 █
        A History of Gardens        Mina Ode      1952 █
        A History of Harbors        Otto Lind     1953 │
        A History of Islands        Rosa Vale     1954 │
        A History of Kites          Ada Brook     1955 │
        A History of Lanterns       Jun Park      1956 │
        A History of Maps           Mina Ode      1957 │
       Enter Open  r Retry  ^PgDn Next tab  +2   ? Help
      """)
  }

  @Test func `the next page is loaded at the end of the list, and again after a failure`() async {
    await signIn()
    await screen.wait(.seconds(1))

    for _ in 0..<2 {
      screen.press(.end)
      await screen.wait(.seconds(1))
    }

    screen.expect(
      """
      [Books] Account
       Books                                   40 books
        Title                       Author        Year
        Notes on Harbors            Otto Lind     1983 │
        Notes on Islands            Rosa Vale     1984 │
        Notes on Kites              Ada Brook     1985 │
        Notes on Lanterns           Jun Park      1986 │
        Notes on Maps               Mina Ode      1987 │
        Notes on Rivers             Otto Lind     1988 │
      ▸ Notes on Tides              Rosa Vale     1989 █
       The library did not answer.
       Enter Open  r Retry  ^PgDn Next tab  +2   ? Help
      """)

    screen.press("r")
    await screen.wait(.seconds(1))

    #expect(screen.position(of: "60 books") != nil)
    #expect(screen.position(of: "did not answer") == nil)
  }

  @Test func `a book opened from the list stays open while another tab is shown`() async {
    await signIn()
    await screen.wait(.seconds(3))

    screen.press(.down, .enter, "2", "1")

    screen.expect(
      """
      [Books] Account
       Books › A History of Clouds
       A History of Clouds
       Jun Park, 1951

       Everything that is worth knowing about clouds,
       in plain words.




       Esc Back  ^PgDn Next tab  : Commands      ? Help
      """)
  }

  @Test func `signing out returns to the sign-in and releases the rest`() async {
    await expectReleased {
      let screen = TestScreen(50, 12)
      let coordinator = screen.start { start(in: $0) }
      screen.type("Kim")
      screen.press(.tab)
      screen.type("books")
      screen.press(.enter)
      await screen.wait(.seconds(2))
      screen.press("2", .enter)
      #expect(screen.position(of: "Password") != nil)
      #expect(coordinator.recursiveDescription == "AppFlow\n  NavigationStack with SignInReactor")
    }
  }

  @Test func `the tape signs in, pages, and signs out`() async throws {
    let tape = try Tape(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().path + "/../../browser.tape")

    let last = try await tape.play { window in
      FrameCheck.watch(window)
      return start(in: window)
    }

    #expect(last.text.contains("Password"))
  }

  private func signIn(password: String = "books") async {
    screen.type("Kim")
    screen.press(.tab)
    screen.type(password)
    screen.press(.enter)
    await screen.wait(.seconds(1))
  }
}
