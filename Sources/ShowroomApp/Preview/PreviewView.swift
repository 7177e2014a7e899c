import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// The summary of the selected car beside the list: the car's page in one column.
final class PreviewView: View, ReactorBound {
  /// The format of numbers.
  var formatting: CarFormatting {
    didSet { page.formatting = formatting }
  }

  private let page: CarPageView
  private let scroll: ScrollView
  private let message = Label(role: .placeholder, wraps: true)
  /// The car that was last requested from the reactor.
  private var selected: Car.ID?

  init(formatting: CarFormatting) {
    self.formatting = formatting
    page = CarPageView(formatting: formatting)
    scroll = ScrollView(page)
    super.init()
    addSubview(scroll)
    addSubview(message)
  }

  /// Requests a car; `nil` for none.
  func select(_ id: Car.ID?) {
    guard id != selected else { return }
    selected = id
    reactor?.action.send(.select(id))
  }

  func bind(reactor: PreviewReactor) {
    if let selected { reactor.action.send(.select(selected)) }
    reactor.state.bind { [weak self] in self?.show($0) }
  }

  override func layoutSubviews() {
    scroll.frame = bounds
    message.frame = bounds.inset(by: 1)
    page.roomHeight = bounds.height
  }

  private func show(_ state: PreviewReactor.State) {
    scroll.isHidden = state.page == nil
    message.isHidden = state.page != nil
    switch state {
    case .empty: message.text = ""
    case .failed(let error): message.text = "Could not load the car. \(error)"
    case .car(let found): if found.car.id != page.page?.car.id { scroll.scroll(to: 0) }
    }
    page.page = state.page
    setNeedsLayout()
  }
}
