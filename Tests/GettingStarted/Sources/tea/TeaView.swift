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
    addSubview(time)
  }

  override func bind(reactor: TeaReactor) {
    Self.commands.install(in: self)
    reactor.state(\.time).bind(to: time, \.text)
  }

  override func layoutSubviews() {
    time.frame = Rect(x: 0, y: bounds.height / 2, width: bounds.width, height: 1)
  }
}
