import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Layout")
struct LayoutTests {
  @Test func `a split view shows both panes, and one of them on a narrow screen`() {
    let screen = TestScreen(40, 10) { _ in MailScreen() }
    #expect(screen.text.contains("Folders") && screen.text.contains("Message"))

    screen.resize(25, 10)

    #expect(screen.text.contains("Folders") != screen.text.contains("Message"))
  }

  @Test func `a form shows what is wrong when it is submitted`() {
    let account = AccountScreen()
    let screen = TestScreen(40, 10) { _ in account }
    let submissions = Recorder(account.form.submitted.asObservable())
    #expect(screen.text.contains("Shown to others."))

    screen.press("ctrl+s")

    #expect(screen.text.contains("Enter a name."))
    #expect(submissions.elements.isEmpty)

    screen.type("Ada")
    screen.press("ctrl+s")

    #expect(submissions.elements.count == 1)
  }
}
