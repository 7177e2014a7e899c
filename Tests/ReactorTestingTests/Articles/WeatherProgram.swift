import ReactorCore
import ReactorTerminal

// The code of the article "Testing".

protocol WeatherService: Sendable {
  func degrees() async throws -> Int
}

final class WeatherReactor: Reactor {
  enum Action { case refresh }

  enum Mutation {
    case setLoading(Bool)
    case setDegrees(Int)
  }

  typealias Output = Message<Action>

  struct State {
    var degrees: Int?
    var isLoading = false
  }

  let store = Store<WeatherReactor>(State())
  private let service: any WeatherService

  init(service: any WeatherService) {
    self.service = service
  }

  func mutate(action: Action) -> Observable<Mutation> {
    refresh()
      .bracketed(by: .setLoading(true), and: .setLoading(false))
      .cancellable(id: "refresh", whenRunning: .ignoreNew)
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .setDegrees(let degrees): state.degrees = degrees
    }
  }

  private func refresh() -> Observable<Mutation> {
    run { [service] emit in
      let degrees = try await service.degrees()
      emit(.setDegrees(degrees))
      if degrees > 30 { emit.toast("Stay in the shade", kind: .warning) }
    }
  }
}

final class WeatherView: ReactorView<WeatherReactor> {
  private let degrees = Label(role: .accent)
  private let spinner = Spinner("Loading", delay: .zero)

  override init() {
    super.init()
    title = "Weather"
    addSubview(degrees)
    addSubview(spinner)
  }

  override func bind(reactor: WeatherReactor) {
    keys("r", id: CommandID("weather.refresh"), title: "Refresh").map { .refresh }
      .bind(to: reactor.action).disposed(by: disposeBag)
    reactor.state(\.degrees).map { $0.map { "\($0) °C" } ?? "–" }.bind(to: degrees, \.text).disposed(by: disposeBag)
    reactor.state(\.isLoading).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    degrees.frame = Rect(x: 1, y: 1, width: 10, height: 1)
    spinner.frame = Rect(x: 12, y: 1, width: bounds.width - 12, height: 1)
  }
}
