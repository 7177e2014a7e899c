import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomFiles
import ShowroomUploads
import SystemPackage

/// The flow of uploads: choosing files, the queue, choosing a destination, and signing in to it.
@MainActor
final class UploadFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private weak var picker: FilePickerView?
  private weak var queue: UploadReactor?
  private weak var destination: DestinationReactor?
  /// The check of the destination for the files that are being chosen.
  private var check: DestinationCheck?

  init(_ context: ScreenContext) {
    self.context = context
    root = NavigationSection(on: context.navigation)
  }

  /// The time to wait for a destination before adding files to the queue anyway. This is safe because the queue
  /// retries.
  static let checkTimeout: Duration = .milliseconds(500)

  /// Lets the user choose files immediately, while the destination is checked behind the file picker. When files are to
  /// be uploaded, the destination may require sign-in, or another destination if it is not writable.
  func adapt(step: UploadStep) async throws -> UploadStep? {
    switch step {
    case .uploadRequested(let car, let files) where files.isEmpty:
      check(context.uploads.destination.value, for: car)
      return .filesRequested(car)
    case .uploadRequested(let car, let files): return await permitted(files, car)
    case .filesPicked(let files, let car): return queue == nil ? await permitted(files, car) : step
    default: return step
    }
  }

  /// Returns the step for files to upload, which depends on the destination.
  private func permitted(_ files: [UploadSource], _ car: Car.ID) async -> UploadStep {
    let destination = context.uploads.destination.value
    let purpose = UploadStep.Purpose.upload(car, files: files)
    let check = check.take().flatMap { $0.destination == destination ? $0 : nil } ?? check(destination, for: car)
    self.check = nil
    picker?.isCheckingDestination = true
    defer { picker?.isCheckingDestination = false }
    switch await check.obstacle(within: Self.checkTimeout, on: context.window.clock) {
    case .signIn: return .credentialsRequired(destination, car, then: purpose)
    case .refusal(let reason): return .destinationRequired(car, reason: reason, then: purpose)
    case nil: return .filesPicked(files, car)
    }
  }

  /// Begins to check a destination.
  @discardableResult
  private func check(_ destination: Destination, for car: Car.ID) -> DestinationCheck {
    let check = DestinationCheck(of: destination) { [uploads = context.uploads] in
      try await uploads.destinationInfo(destination, car: car, includingFolders: false)
    }
    self.check = check
    return check
  }

  func navigate(to step: UploadStep) -> FlowContributors<UploadStep> {
    switch step {
    case .uploadRequested: return .none
    case .queueRequested: return showQueue(of: nil, uploading: [])
    case .uploadedFilesRequested: showUploadedFiles()
    case .filesRequested(let car): return showPicker(for: car)
    case .filesPicked(let files, let car): return upload(files, to: car)
    case .filesDeclined, .queueClosed, .destinationKept: context.navigation.pop()
    case .destinationRequired(let car, let reason, let purpose):
      return showDestinations(for: car, reason, then: purpose)
    // The screens for the destination stay until the queue replaces them, because a flow without a screen ends.
    case .destinationChosen(then: .upload(let car, let files)):
      return .one(flowContributor: .forwardToCurrentFlow(withStep: .uploadRequested(car, files: files)))
    case .destinationChosen: context.navigation.pop()
    case .credentialsRequired(let destination, let car, let purpose):
      return authorize(destination, car, then: purpose)
    case .authorizationEnded(let destination, let isAuthorized, let purpose):
      return resume(purpose, destination, isAuthorized)
    }
    return .none
  }

  // MARK: Screens

  private func showPicker(for car: Car.ID) -> FlowContributors<UploadStep> {
    let uploads = context.uploads
    let reactor = FilePickerReactor(
      start: uploads.folderOfFiles, home: FilePath(uploads.destinations.homeOfFiles), reader: uploads.fileReader)
    let view = FilePickerView(timestamps: context.timestamps, destination: "\(context.uploads.destination.value)")
    if !isNamed(car), let name = context.catalog.names(of: [car])[car] { view.title += " for \(name)" }
    view.reactor = reactor
    picker = view
    // The next picker opens in the same folder, unless that folder cannot be read.
    view.disposeBag.collect {
      reactor.state(\.listing).bind { listing in
        if listing.visit > 0, listing.problem == nil { uploads.folderOfFiles = listing.folder }
      }
    }
    check?.found = { [weak view] in view?.obstacle = $0.notice }
    show(view)
    return context.screen(
      view,
      steps: reactor.outputs.compactMap { output in
        switch output {
        case .picked(let files): .filesPicked(files, car)
        case .canceled: .filesDeclined
        case .message, .pathFeedback, .pathClosed: nil
        }
      }, whenHidden: .buffer)
  }

  /// Returns whether the title of the top screen names a car.
  private func isNamed(_ car: Car.ID) -> Bool {
    switch context.navigation.top {
    case is CarDetailView: true
    case let queue as UploadView: queue.reactor?.currentState.choice.car == car
    default: false
    }
  }

  /// Adds the files to the open queue, or opens a queue with them.
  private func upload(_ files: [UploadSource], to car: Car.ID) -> FlowContributors<UploadStep> {
    guard let queue else { return showQueue(of: car, uploading: files) }
    context.navigation.pop()
    if queue.currentState.choice.car != car { queue.action.send(.setCar(car)) }
    queue.action.send(.upload(files))
    return .none
  }

  private func showQueue(of car: Car.ID?, uploading files: [UploadSource]) -> FlowContributors<UploadStep> {
    let view = UploadView(home: context.uploads.destinations.homeOfFiles)
    let reactor = UploadReactor(
      car: car, catalog: context.catalog, uploads: context.uploads, clock: context.window.clock,
      isShown: { [weak view] in view?.isOnScreen == true })
    view.reactor = reactor
    queue = reactor
    show(view)
    if !files.isEmpty { reactor.action.send(.upload(files)) }
    return context.screen(view, steps: reactor.outputs.compactMap(\.step), whenHidden: .buffer)
  }

  private func showUploadedFiles() {
    let view = UploadedFilesView(timestamps: context.timestamps)
    view.reactor = UploadedFilesReactor(catalog: context.catalog, uploads: context.uploads)
    show(view)
  }

  private func showDestinations(
    for car: Car.ID?, _ reason: String?, then purpose: UploadStep.Purpose
  ) -> FlowContributors<UploadStep> {
    let reactor = DestinationReactor(car: car, uploads: context.uploads, clock: context.window.clock)
    let view = DestinationView()
    view.reactor = reactor
    destination = reactor
    // Text that was typed for the queue must not change the destination.
    if reason != nil { context.window.discardHeldInput() }
    show(view)
    if let reason { context.window.alert("Choose another destination", reason, kind: .warning) }
    return context.screen(
      view,
      steps: reactor.outputs.compactMap { output in
        switch output {
        case .chosen: .destinationChosen(then: purpose)
        case .authorizationRequired(let destination): .credentialsRequired(destination, car, then: .destination)
        case .canceled: .destinationKept
        case .message: nil
        }
      }, whenHidden: .buffer)
  }

  /// Shows a screen. The queue replaces the screens that led to it. Any other screen replaces one that is no longer
  /// needed, or is pushed.
  private func show(_ screen: Screen) {
    if screen is UploadView, let first = root.screens.first {
      context.navigation.pop(to: first)
      root.replaceTop(with: screen)
    } else if let top = context.navigation.top as? DestinationView, root.screens.contains(where: { $0 === top }) {
      root.replaceTop(with: screen)
    } else {
      root.push(screen)
    }
  }

  // MARK: Sign-in

  private func authorize(
    _ destination: Destination, _ car: Car.ID?, then purpose: UploadStep.Purpose
  ) -> FlowContributors<UploadStep> {
    let flow = AuthorizationFlow(context, for: destination, car: car)
    return .one(
      flowContributor: .contribute(
        withNextPresentable: flow, withNextStepper: flow.stepper(), allowStepWhenDismissed: true,
        mapping: { step in
          .authorizationEnded(destination, isAuthorized: step == .authorized, then: purpose)
        }))
  }

  private func resume(
    _ purpose: UploadStep.Purpose, _ destination: Destination, _ isAuthorized: Bool
  ) -> FlowContributors<UploadStep> {
    switch purpose {
    case .upload(let car, let files) where isAuthorized:
      return .one(flowContributor: .forwardToCurrentFlow(withStep: .uploadRequested(car, files: files)))
    // Without a screen, nothing else would end the flow.
    case .upload where root.screens.isEmpty: return .end(forwardToParentFlowWithStep: .queueClosed)
    case .queue where isAuthorized: queue?.action.send(.authorized(destination))
    case .destination where isAuthorized: self.destination?.action.send(.authorized(destination))
    case .upload, .queue, .destination: break
    }
    return .none
  }
}
