import ReactorCore
import ReactorTerminal

extension CommandID {
  static let longer = CommandID("tea.longer")
  static let shorter = CommandID("tea.shorter")
  static let startOrStop = CommandID("tea.startOrStop")
}

final class TeaView: ReactorView<TeaReactor> {
  private let time = Label(role: .title, alignment: .center)

  override init() {
    super.init()
    title = "Tea"
    addSubview(time)
  }

  override func bind(reactor: TeaReactor) {
    let startOrStop = keys(.space, id: .startOrStop, title: "Start")
    let longer = keys("+", .up, id: .longer, title: "Longer")
    let shorter = keys("-", .down, id: .shorter, title: "Shorter")

    // Action
    startOrStop.map { .startOrStop }.bind(to: reactor.action).disposed(by: disposeBag)
    longer.map { .change(by: 30) }.bind(to: reactor.action).disposed(by: disposeBag)
    shorter.map { .change(by: -30) }.bind(to: reactor.action).disposed(by: disposeBag)

    // State
    reactor.state(\.time).bind(to: time, \.text).disposed(by: disposeBag)
    reactor.state(\.isRunning).map { $0 ? "Stop" : "Start" }
      .bind(to: startOrStop, \.title).disposed(by: disposeBag)
    for command in [longer, shorter] {
      reactor.state(\.isRunning).map { !$0 }.bind(to: command, \.isEnabled).disposed(by: disposeBag)
    }
    reactor.pulse(unwrapping: \.$message)
      .bind { [weak self] in self?.window?.toast($0, kind: .success) }.disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    time.frame = Rect(x: 0, y: bounds.height / 2, width: bounds.width, height: 1)
  }
}
