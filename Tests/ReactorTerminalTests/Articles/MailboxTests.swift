import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Tables, trees, and logs")
struct MailboxTests {
  private let screen = TestScreen(40, 14)

  private func show(_ view: ReactorView<MailboxReactor>) throws {
    let today = try #require(CalendarDate("2026-07-31"))
    view.reactor = MailboxReactor { offset in
      guard offset < 4 else { return [] }
      return (offset + 1...offset + 2).map {
        Message(
          id: $0, sender: $0 % 2 == 0 ? "Ada" : "Mina", subject: "Lunch \($0)", preview: "At noon?",
          date: today.adding(days: -offset / 2))
      }
    }
    screen.show(NavigationStack(root: view))
  }

  @Test func `rows of two lines appear below the heading of their day, and pages are loaded at the end`() throws {
    try show(MailboxView())

    screen.expect(
      """
       Mailbox
        From      Subject             Number
      2026-07-31
      ▸ Mina      Lunch 1                  1
                  At noon?
        Ada       Lunch 2                  2
                  At noon?
      2026-07-30
        Mina      Lunch 3                  3
                  At noon?
        Ada       Lunch 4                  4
                  At noon?

       Enter Open
      """)
  }

  @Test func `a click on a heading sorts, and a narrow table leaves out the column of the lowest priority`() throws {
    try show(MailboxView())

    screen.click("From")
    screen.resize(24, 14)

    screen.expect(
      """
       Mailbox
        From ▲    Subject
      2026-07-31
        Ada       Lunch 2
                  At noon?
      ▸ Mina      Lunch 1
                  At noon?
      2026-07-30
        Ada       Lunch 4
                  At noon?
        Mina      Lunch 3
                  At noon?

       Enter Open
      """)
  }

  @Test func `the children of an item are loaded when it is expanded`() throws {
    try show(FoldersView())

    screen.press(.down, .right)

    screen.expect(
      """
       Folders
        ▶ Inbox
      ▸ ▼ Archive
        ├─▶ 2025
        ╰─▶ 2026








       Enter Collapse
      """)
  }

  @Test func `a log shows the lines as they arrive`() {
    let bag = DisposeBag()
    let messages = Relay<Message>()
    let log = makeLog(of: messages, disposeBag: bag)
    screen.show(log)

    messages.send(makeRows()[7])
    screen.window.render()

    screen.expect("Ada Message 7")
  }
}
