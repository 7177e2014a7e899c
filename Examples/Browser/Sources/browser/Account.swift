import ReactorCore
import ReactorFlow
import ReactorTerminal

/// A screen that is its own stepper, because it has no state.
final class AccountView: Screen, Stepper {
  let steps = Relay<AppStep>()

  init(name: String) {
    super.init()
    title = "Account"
    let button = ButtonView("Sign out")
    button.pressed.bind { [steps] in steps.send(.signInRequired) }
    content = Rows(spacing: 1, padding: 1, alignment: .leading) {
      Label([Span("Signed in as "), Span(name, .accent)])
      button
    }
  }
}
