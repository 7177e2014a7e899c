import ReactorFlow
import ReactorTerminal

/// What the flows make screens with, and where they show them.
@MainActor
struct ScreenContext {
  /// Where dialogs and toasts are shown.
  let window: Window
  /// The screens, one stack for all flows: the title bar tells the whole way back.
  let navigation: NavigationStack
  /// The cars.
  let catalogue: LiveCatalogue
  /// The uploads.
  let uploads: LiveUploads
  /// Where the cars can come from.
  let sources: SourceChoices
  /// How figures are written.
  let formatting: CarFormatting
  /// How moments are written.
  let moments: MomentFormatting
  /// The variables of the process: how files are opened.
  let environment: [String: String]
}

extension ScreenContext {
  /// A flow of its own that begins with a step and tells nothing.
  func flow<Child: Flow, Step: ReactorFlow.Step>(
    _ flow: Child, beginningWith step: Child.Step
  ) -> FlowContributors<Step> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: flow, withNextStepper: OneStepper(withSingleStep: step), mapping: { _ in nil }))
  }

  /// A dialog over whatever is shown.
  func dialog<Step: ReactorFlow.Step>(_ dialog: some ModalView) -> FlowContributors<Step> {
    flow(DialogFlow(dialog, in: window), beginningWith: .required)
  }
}
