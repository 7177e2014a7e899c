import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Tables, trees, and logs")
struct MailboxTests {
  private let screen = TestScreen(40, 10)

  private func show(_ view: ReactorView<MailboxReactor>) {
    view.reactor = MailboxReactor { offset in
      guard offset < 4 else { return [] }
      return (offset + 1...offset + 2).map {
        Message(
          id: $0, sender: $0 % 2 == 0 ? "Ada" : "Mina", subject: "Lunch \($0)", preview: "Today at noon?",
          day: offset == 0 ? "Today" : "Yesterday")
      }
    }
    screen.show(NavigationStack(root: view))
  }

  @Test func `rows of two lines stand below the heading of their day, and pages are loaded at the end`() {
    show(MailboxView())

    screen.expect(
      """
       Mailbox
        From      Subject              Number
        Today
      ▸ Mina      Lunch 1                   1
                  Today at noon?
        Ada       Lunch 2                   2
                  Today at noon?
        Yesterday
        Mina      Lunch 3                   3
       Enter Open  : Commands  q Quit  ? Help
      """)
  }

  @Test func `a click on a heading sorts, and a narrow table leaves out the column of the lowest priority`() {
    show(MailboxView())

    screen.click("From")
    screen.resize(24, 10)

    screen.expect(
      """
       Mailbox
        From ▲    Subject
        Today
      ▸ Ada       Lunch 2
      """)
  }

  @Test func `the children of an item are loaded when it is expanded`() {
    show(FoldersView())

    screen.press(.down, .right)

    screen.expect(
      """
       Folders
        ▶ Inbox
      ▸ ▼ Archive
        ├─▶ 2025
        ╰─▶ 2026



       Enter Collapse  : Commands      ? Help
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

  @Test func `a date field is empty at first, and starts from today`() {
    let field = makeDateField()
    screen.show(field)

    screen.press(.right)

    #expect(field.date == field.today)
  }
}
