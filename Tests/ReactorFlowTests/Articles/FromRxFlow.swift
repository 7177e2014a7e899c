import ReactorCore
import ReactorFlow
import ReactorTerminal

// The spellings of the article "From RxFlow". A test compares them with its tables.

enum MovieStep: Step {
  case listRequired
  case moviePicked(withID: Int)
  case castRequired
  case castClosed(Int)
  case closed
}

enum CastStep: Step {
  case castRequired
  case actorPicked(Int)
}

final class MoviesStepper: Stepper {
  let steps = Relay<MovieStep>()
  var initialStep: MovieStep? { .listRequired }

  func readyToEmitSteps() {
    steps.send(.moviePicked(withID: 1))
  }
}

final class MoviesScreen: Screen, Stepper {
  let steps = Relay<MovieStep>()
}

final class CastFlow: Flow {
  let root: NavigationSection

  init(on stack: NavigationStack) {
    root = NavigationSection(on: stack)
  }

  func navigate(to step: CastStep) -> FlowContributors<CastStep> {
    root.push(Screen())
    return .none
  }
}

final class MoviesFlow: Flow {
  let root = NavigationStack()
  private let window: Window
  private let isAllowed: Bool

  init(window: Window, isAllowed: Bool) {
    self.window = window
    self.isAllowed = isAllowed
  }

  func adapt(step: MovieStep) async throws -> MovieStep? {
    isAllowed ? step : nil
  }

  func navigate(to step: MovieStep) -> FlowContributors<MovieStep> {
    let screen = MoviesScreen()
    let stepper = MoviesStepper()
    switch step {
    case .listRequired:
      root.push(screen)
      return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: stepper))
    case .moviePicked:
      let picker = PickerView(title: "Movie", choices: [])
      window.present(picker)
      picker.dismiss()
      root.pop()
      return .multiple(flowContributors: [
        .contribute(withNext: screen),
        .contribute(withNext: screen, allowStepWhenNotPresented: .buffer, allowStepWhenDismissed: true),
        .forwardToCurrentFlow(withStep: .castRequired),
        .forwardToParentFlow(withStep: .closed),
      ])
    case .castRequired:
      let cast = CastFlow(on: root)
      Flows.use(cast, when: .ready) { section in print(section.screens.count) }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: cast, withNextStepper: OneStepper(withSingleStep: .castRequired),
          mapping: { if case .actorPicked(let id) = $0 { .castClosed(id) } else { nil } }))
    case .castClosed:
      return .none
    case .closed:
      return .end(forwardToParentFlowWithStep: .closed)
    }
  }
}

@MainActor
private func start(_ window: Window, coordinator: FlowCoordinator, disposeBag: DisposeBag) {
  let flow = MoviesFlow(window: window, isAllowed: true)
  Flows.use(flow, when: .created) { stack in window.root.content = stack }
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: MovieStep.listRequired))
  coordinator.coordinate(flow: flow, with: DefaultStepper<MovieStep>())
  coordinator.coordinate(flow: flow, with: CompositeStepper(steppers: [MoviesStepper(), MoviesStepper()]))
  coordinator.willNavigate.bind { event in print(event.flow, event.step) }.disposed(by: disposeBag)
  coordinator.didNavigate.bind { event in print(event.flow, event.step) }.disposed(by: disposeBag)
  coordinator.navigate(to: MovieStep.moviePicked(withID: 1))
  coordinator.navigate(to: [MovieStep.listRequired, MovieStep.moviePicked(withID: 1)]) { outcome in
    print(outcome)
  }
  flow.root.visibility.bind { print($0) }.disposed(by: disposeBag)
  flow.root.dismissal.bind { print("dismissed") }.disposed(by: disposeBag)
}
