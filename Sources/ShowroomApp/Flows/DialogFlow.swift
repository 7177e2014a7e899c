import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomSettings

/// The only step of a dialog.
package enum DialogStep: Step {
  case required
}

/// A flow that presents a dialog and ends when the dialog is dismissed.
@MainActor
final class DialogFlow<Dialog: ModalView>: Flow {
  let root: Dialog
  private let window: Window

  init(_ dialog: Dialog, in window: Window) {
    root = dialog
    self.window = window
  }

  func navigate(to step: DialogStep) -> FlowContributors<DialogStep> {
    window.present(root)
    return .none
  }
}
