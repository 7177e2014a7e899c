import ReactorCore
import ReactorFlow
import ReactorTerminal

/// What happens to a dialog.
public enum DialogStep: Step {
  /// It is to be shown.
  case required
}

/// A dialog over whatever is shown: it begins when it is presented and ends when it is dismissed.
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
