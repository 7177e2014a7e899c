import ReactorCore
import ReactorTerminal

// The code of the article "Layout".

/// Two panes with frames.
final class MailScreen: Screen {
  private let split: SplitView

  override init() {
    let folders = StackView(.vertical, padding: Insets(horizontal: 1, vertical: 0))
    folders.add(Label("Inbox"))
    folders.add(Label("Sent"))

    let message = StackView(.vertical, spacing: 1)
    message.add(Label("Lunch?", role: .title))
    message.add(ScrollText([["Today at noon?"]]), .share(minimum: 1))
    message.add(ButtonView("Reply"), alignment: .trailing)

    split = SplitView(
      .horizontal, BoxView("Folders", folders), BoxView("Message", message), fraction: 0.4, collapseBelow: 30)
    super.init()
    title = "Mail"
    addSubview(split)
  }

  override func layoutSubviews() {
    split.frame = bounds
  }
}

/// A form that may be taller than the screen.
final class AccountScreen: Screen {
  let form = FormView(submit: "Save")
  let name = TextField()
  private let scrollView: ScrollView

  override init() {
    scrollView = ScrollView(form)
    super.init()
    title = "Account"
    form.add("Name", name, help: "Shown to others.") { [name] in name.text.isEmpty ? "Enter a name." : nil }
    form.add("News", ToggleField("Once a week"))
    addSubview(scrollView)
  }

  override func layoutSubviews() {
    scrollView.frame = bounds
  }
}

@MainActor
private func makeTabs() -> TabView {
  let tabs = TabView()
  tabs.add("Mail", NavigationStack(root: MailScreen()))
  tabs.add("Account") { NavigationStack(root: AccountScreen()) }
  return tabs
}

@MainActor
private func makeGrid() -> GridView {
  let grid = GridView(columns: [.fitting, .share()], columnSpacing: 2)
  grid.addRow(Label("From", role: .secondary), Label("Ada"))
  grid.addRow(Label("Subject", role: .secondary), Label("Lunch?"))
  return grid
}
