import ReactorCore
import ReactorTerminal

final class TeaView: ReactorView<TeaReactor> {
  nonisolated static let commands = Commands<TeaView> {
    Command("tea.startOrStop", .space, title: "Start") { _ in .startOrStop }
      .titled { $0.state.isRunning ? "Stop" : "Start" }
    Command("tea.longer", "+", .up, title: "Longer") { _ in .change(by: 30) }.enabled { !$0.state.isRunning }
    Command("tea.shorter", "-", .down, title: "Shorter") { _ in .change(by: -30) }.enabled { !$0.state.isRunning }
  }

  private let time = Label(role: .title, alignment: .center)

  override init() {
    super.init()
    title = "Tea"
    content = Rows {
      View().fill()
      time.fill()
    }
  }

  override func bind(reactor: TeaReactor) {
    Self.commands.install(in: self)
    show(\.time, in: time, \.text)
  }
}
