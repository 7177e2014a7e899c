import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal
import SystemPackage
import Uploads

/// Uploading: choosing files, watching the queue, choosing where they go; and credentials in between.
@MainActor
final class UploadFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private weak var queue: UploadReactor?
  private weak var destination: DestinationReactor?

  init(_ context: ScreenContext) {
    self.context = context
    root = NavigationSection(on: context.navigation)
  }

  /// How long a destination is waited for before files are chosen all the same: the queue tries again as often as it takes.
  static let patience: Duration = .milliseconds(500)

  /// Files are only chosen for a destination that takes them: one that wants credentials is given some first, in place of
  /// one that cannot be written another is chosen.
  func adapt(step: UploadStep) async throws -> UploadStep? {
    guard case .uploadRequested(let car) = step else { return step }
    let destination = context.uploads.destination.value
    do {
      let refusal = try await survey(destination, car: car)?.refusal
      return refusal.map { .destinationRequired(car, reason: $0, then: .upload(car)) } ?? .filesRequested(car)
    } catch let failure as UploadFailure {
      switch failure.cause {
      case .unauthorised: return .credentialsRequired(destination, car, then: .upload(car))
      case .forbidden, .noSpace, .protocol, .insecure:
        return .destinationRequired(car, reason: failure.sentence, then: .upload(car))
      default: return .filesRequested(car)
      }
    }
  }

  /// What the destination says; nil when it has not said anything in time.
  private func survey(_ destination: Destination, car: Car.ID) async throws -> Survey? {
    let (uploads, clock) = (context.uploads, context.window.clock)
    // Steps are decided on without the program's own threads, so that they are answered at once; what leaves the main
    // actor prefers these.
    return try await withTaskExecutorPreference(EffectExecutor.current) {
      try await withThrowingTaskGroup(of: Survey?.self) { group in
        group.addTask { try await uploads.survey(destination, car: car) }
        group.addTask {
          try await clock.sleep(for: Self.patience)
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
  }

  func navigate(to step: UploadStep) -> FlowContributors<UploadStep> {
    switch step {
    case .uploadRequested: return .none
    case .queueRequested: return showQueue(of: nil, uploading: [])
    case .filesRequested(let car): return showPicker(for: car)
    case .filesPicked(let files, let car): return upload(files, to: car)
    case .filesDeclined, .queueClosed, .destinationKept: context.navigation.pop()
    case .destinationRequired(let car, let reason, let purpose):
      return showDestinations(for: car, reason, then: purpose)
    // The destinations stay until the files take their place: a flow without a screen would have ended.
    case .destinationChosen(then: .upload(let car)):
      return .one(flowContributor: .forwardToCurrentFlow(withStep: .uploadRequested(car)))
    case .destinationChosen: context.navigation.pop()
    case .credentialsRequired(let destination, let car, let purpose):
      return authorise(destination, car, then: purpose)
    case .authorisationEnded(let destination, let isAuthorised, let purpose):
      return goOn(with: purpose, destination, isAuthorised)
    }
    return .none
  }

  // MARK: Screens

  private func showPicker(for car: Car.ID) -> FlowContributors<UploadStep> {
    let places = context.uploads.places
    let reactor = FilePickerReactor(
      start: FilePath(places.baseOfFiles), home: FilePath(places.homeOfFiles),
      reader: places.root.map { .disk.within(FilePath($0)) } ?? .disk)
    let view = FilePickerView(moments: context.moments, destination: "\(context.uploads.destination.value)")
    view.reactor = reactor
    show(view)
    return contribute(
      view,
      ObservableStepper(
        reactor.pulse(unwrapping: \.$picked).map { .filesPicked($0, car) },
        reactor.pulse(unwrapping: \.$cancelled).map { _ in .filesDeclined }))
  }

  /// Files go to the queue that they were asked for from; those of a car that was asked for elsewhere open one.
  private func upload(_ files: [UploadSource], to car: Car.ID) -> FlowContributors<UploadStep> {
    guard let queue else { return showQueue(of: car, uploading: files) }
    context.navigation.pop()
    if queue.currentState.choice.car != car { queue.action.send(.setCar(car)) }
    queue.action.send(.upload(files))
    return .none
  }

  private func showQueue(of car: Car.ID?, uploading files: [UploadSource]) -> FlowContributors<UploadStep> {
    let reactor = UploadReactor(
      car: car, catalogue: context.catalogue, uploads: context.uploads, clock: context.window.clock)
    let view = UploadView(home: context.uploads.places.homeOfFiles)
    view.reactor = reactor
    queue = reactor
    show(view)
    if !files.isEmpty { reactor.action.send(.upload(files)) }
    return contribute(
      view,
      ObservableStepper(
        reactor.pulse(unwrapping: \.$filesRequested).map { .filesRequested($0) },
        reactor.pulse(\.$destinationRequested, replay: .none).map { [weak reactor] _ in
          .destinationRequired(reactor?.currentState.choice.car, reason: nil, then: .queue)
        },
        reactor.pulse(unwrapping: \.$authorisationRequired).map { [weak reactor] in
          .credentialsRequired($0, reactor?.currentState.choice.car, then: .queue)
        },
        reactor.pulse(\.$closed, replay: .none).map { _ in .queueClosed }))
  }

  private func showDestinations(
    for car: Car.ID?, _ reason: String?, then purpose: UploadStep.Purpose
  ) -> FlowContributors<UploadStep> {
    let reactor = DestinationReactor(car: car, uploads: context.uploads, clock: context.window.clock)
    let view = DestinationView()
    view.reactor = reactor
    destination = reactor
    show(view)
    if let reason { context.window.alert("Choose another destination", reason, kind: .warning) }
    return contribute(
      view,
      ObservableStepper(
        reactor.pulse(unwrapping: \.$chosen).map { _ in .destinationChosen(then: purpose) },
        reactor.pulse(unwrapping: \.$authorisationRequired).map { .credentialsRequired($0, car, then: .destination) },
        reactor.pulse(\.$cancelled, replay: .none).map { _ in .destinationKept }))
  }

  /// In the place of a screen of this flow that has done its part; over all others.
  private func show(_ screen: Screen) {
    let top = context.navigation.top
    let isDone = top is FilePickerView && screen is UploadView || top is DestinationView && !(screen is UploadView)
    if isDone, root.screens.contains(where: { $0 === top }) { root.replaceTop(with: screen) } else { root.push(screen) }
  }

  /// What is checked or asked for may be answered while another screen covers this one.
  private func contribute(
    _ screen: Screen, _ stepper: ObservableStepper<UploadStep>
  ) -> FlowContributors<UploadStep> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: screen, withNextStepper: stepper, allowStepWhenNotPresented: .buffer))
  }

  // MARK: A flow within the flow

  private func authorise(
    _ destination: Destination, _ car: Car.ID?, then purpose: UploadStep.Purpose
  ) -> FlowContributors<UploadStep> {
    let flow = AuthorisationFlow(context, for: destination, car: car)
    return .one(
      flowContributor: .contribute(
        withNextPresentable: flow, withNextStepper: flow.stepper(), allowStepWhenDismissed: true,
        mapping: { step in
          .authorisationEnded(destination, isAuthorised: step == .authorised, then: purpose)
        }))
  }

  private func goOn(
    with purpose: UploadStep.Purpose, _ destination: Destination, _ isAuthorised: Bool
  ) -> FlowContributors<UploadStep> {
    switch purpose {
    case .upload(let car) where isAuthorised:
      return .one(flowContributor: .forwardToCurrentFlow(withStep: .uploadRequested(car)))
    // Nothing was shown yet, so nothing would end it.
    case .upload where root.screens.isEmpty: return .end(forwardToParentFlowWithStep: .queueClosed)
    case .queue where isAuthorised: queue?.action.send(.authorised(destination))
    case .destination where isAuthorised: self.destination?.action.send(.authorised(destination))
    case .upload, .queue, .destination: break
    }
    return .none
  }
}
