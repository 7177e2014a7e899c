import ReactorCore
import ReactorTerminal

// The code of the article "Debugging and leaks".

@MainActor
private func debug(_ reactor: WeatherReactor, label: Label, disposeBag: DisposeBag) {
  let view = WeatherView()
  view.reactor = reactor.debug("weather")
  reactor.state(\.isLoading).debug("loading").map { "\($0)" }.bind(to: label, \.text).disposed(by: disposeBag)
}

@MainActor
private func logActions(to write: @escaping @MainActor (String) -> Void, disposeBag: DisposeBag) {
  Instrumentation.events.bind { event in
    if case .action = event.kind { write("\(event)") }
  }.disposed(by: disposeBag)
}

@MainActor
private func show(_ lines: LogView, window: Window) {
  DebugOutput.handler = { [weak lines] line in lines?.append(line) }
  print(window.root.recursiveDescription)
}
