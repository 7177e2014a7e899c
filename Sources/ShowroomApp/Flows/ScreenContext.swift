import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomFormatting
import ShowroomText

/// The dependencies of the flows and their screens.
@MainActor
struct ScreenContext {
  /// The window that shows dialogs and toasts.
  let window: Window
  /// The navigation stack shared by all flows, so that the title bar shows the whole path.
  let navigation: NavigationStack
  let catalog: LiveCatalog
  let uploads: LiveUploads
  let sources: SourceChoices
  /// The format of numbers, which can change while a screen is shown.
  let formatting: StateRelay<CarFormatting>
  /// The format of dates.
  let timestamps: TimestampFormatting
  /// The environment variables of the process.
  let environment: [String: String]
  /// The state with which the next session begins; `nil` if nothing is saved.
  let memory: SessionMemory?
  /// The messages about copied text.
  let copyReport: CopyReport
  /// A closure that plays the tour, and returns when it has ended; `nil` if there is no tour.
  let tour: (@MainActor () -> Void)?
}

extension ScreenContext {
  /// The clipboard for cars, using the format of the screen.
  var clipboard: CarClipboard {
    CarClipboard(
      formatting: { [formatting] in formatting.value },
      copy: { [weak window, copyReport] text, subject in
        if let window { copyReport.copy(text, subject, in: window) }
      })
  }

  /// The writer of car sheets, using the format of the screen.
  var sheets: SheetWriter {
    SheetWriter(
      catalog, uploads, formatting: { [formatting] in formatting.value },
      citation: { [sources] in sources.citation(of: $0) })
  }

  /// Returns the contribution of a screen whose steps come from a stream.
  ///
  /// - Parameter policy: The policy for steps emitted while the screen is not visible.
  func screen<Step: ReactorFlow.Step>(
    _ screen: Screen, steps: Observable<Step>, whenHidden policy: HiddenStepPolicy = .drop
  ) -> FlowContributors<Step> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: screen, withNextStepper: ObservableStepper(steps), allowStepWhenNotPresented: policy))
  }

  /// Returns the contribution of a flow that starts with a step and forwards no steps to its parent.
  func flow<Child: Flow, Step: ReactorFlow.Step>(
    _ flow: Child, beginningWith step: Child.Step
  ) -> FlowContributors<Step> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: flow, withNextStepper: OneStepper(withSingleStep: step), mapping: { _ in nil }))
  }

  /// Returns the contribution of a dialog.
  func dialog<Step: ReactorFlow.Step>(_ dialog: some ModalView) -> FlowContributors<Step> {
    flow(DialogFlow(dialog, in: window), beginningWith: .required)
  }
}
