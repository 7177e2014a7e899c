import ReactorCore
import ReactorFlow
import ReactorTerminal

/// A screen that is its own stepper, because it has no state.
final class AccountView: Screen, Stepper {
  let steps = Relay<AppStep>()
  private let stack = StackView(.vertical, spacing: 1, padding: 1, alignment: .leading)

  init(name: String) {
    super.init()
    title = "Account"
    stack.add(Label([Span("Signed in as "), Span(name, .accent)]))
    let button = stack.add(ButtonView("Sign out"))
    button.pressed.bind { [steps] in steps.send(.signInRequired) }.disposed(by: disposeBag)
    addSubview(stack)
  }

  private let disposeBag = DisposeBag()

  override func layoutSubviews() {
    stack.frame = bounds
  }
}
