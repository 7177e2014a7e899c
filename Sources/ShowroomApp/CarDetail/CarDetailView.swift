import Catalogue
import ReactorCore
import ReactorTerminal
import Uploads

/// The detail screen: one car, scrolling where it does not fit.
public final class CarDetailView: ReactorView<CarDetailReactor> {
  let page: CarPageView
  private let scrolling: ScrollingView
  private let placeholder = EmptyState()
  private var shownID: Car.ID?
  private(set) weak var lastWindow: Window?

  /// A screen that writes figures as `formatting` says, and dates as `moments`.
  public init(formatting: CarFormatting = CarFormatting(), moments: MomentFormatting = MomentFormatting()) {
    page = CarPageView(formatting: formatting)
    page.attachments.moments = moments
    scrolling = ScrollingView(page)
    super.init()
    addSubview(scrolling)
    addSubview(placeholder)
    placeholder.isHidden = true
  }

  public override var preferredFocus: View? { scrolling }

  public override func layoutSubviews() {
    scrolling.frame = bounds
    placeholder.frame = bounds
  }

  /// Remembers where to say what failed, also while another screen covers this one.
  public override func windowChanged() {
    if let window { lastWindow = window }
  }

  /// Asks for the car: at the first time, and again when another screen no longer covers it.
  public override func didAppear() {
    reactor?.action.send(.load)
  }

  public override func bind(reactor: CarDetailReactor) {
    bindActions(reactor)
    bindAttachments(reactor)
    page.attachments.lineChosen.subscribe { [weak self] line in
      if let self { scrolling.reveal(page.row(ofAttachmentLine: line)) }
    }.disposed(by: disposeBag)
    reactor.state.bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert).bind { [weak self, weak reactor] failure in
      self?.lastWindow?.alert(
        failure.title, failure.message, kind: .error,
        buttons: [
          AlertButton("Retry", key: "r") { reactor?.action.send(failure.retry) }, AlertButton("Close", role: .cancel),
        ])
    }.disposed(by: disposeBag)
  }

  private func bindActions(_ reactor: CarDetailReactor) {
    let section = "Car"
    let bindings: [(Command, CarDetailReactor.Action)] = [
      (keys("n", "]", id: "car.next", title: "Next", section: section), .next),
      (keys("p", "[", id: "car.previous", title: "Previous", section: section), .previous),
      (keys("f", id: "car.follow", title: "Follow", section: section), .toggleFavourite),
      (keys("e", id: "car.note", title: "Note", section: section), .editNote),
      (keys("r", "R", .f5, id: "car.reload", title: "Read again", section: section, isHidden: true), .load),
    ]
    for (command, action) in bindings {
      command.map { action }.bind(to: reactor.action).disposed(by: disposeBag)
    }
  }

  // MARK: State

  private func show(_ state: CarDetailReactor.State) {
    let car = state.page?.car
    if let car, car.id != shownID {
      shownID = car.id
      scrolling.scroll(to: 0)
    }
    page.arePicturesLate = state.arePicturesLate
    if let shown = state.page { page.page = shown }
    scrolling.isHidden = car == nil
    placeholder.isHidden = car != nil
    placeholder.content = placeholderContent(state)
    updateTitle(state)
    let position = state.position.map { "\(grouped($0 + 1))/\(grouped(state.count))" } ?? ""
    status = state.fetching.map { "Fetching \($0)  \(position)" } ?? position
    updateAttachmentCommands(state)
    command("car.next")?.isEnabled = state.hasNext
    command("car.previous")?.isEnabled = state.hasPrevious
    command("car.follow")?.isEnabled = car != nil
    command("car.follow")?.title = state.page?.userData.isFavourite == true ? "Unfollow" : "Follow"
    command("car.note")?.isEnabled = car != nil
  }

  private func updateTitle(_ state: CarDetailReactor.State) {
    switch state.content {
    case .car(let page): title = page.name + (page.userData.isFavourite ? " \(star)" : "")
    case .gone(let name): title = name ?? "No such car"
    case .blank, .loading, .failed: if title.isEmpty { title = "Car" }
    }
  }

  private var star: Character {
    (page.formatting.isASCII ? Theme.Glyphs.ascii : .unicode).starFilled
  }

  private func placeholderContent(_ state: CarDetailReactor.State) -> EmptyState.Content? {
    let back = EmptyState.Hint(.escape, "back")
    let next = state.hasNext ? [EmptyState.Hint("n", "next car")] : []
    switch state.content {
    case .blank, .car: return nil
    case .loading: return EmptyState.Content(.loading, title: "Reading the car")
    case .gone(let name):
      return EmptyState.Content(
        .empty, title: "\(name ?? "This car") is gone",
        explanation: "The catalogue no longer has it: a refresh, here or in another program, took it away.",
        hints: [back] + next)
    case .failed(let error):
      return EmptyState.Content(
        .failed, title: "The car could not be read", explanation: "\(error)",
        hints: [EmptyState.Hint("r", "try again"), back])
    }
  }
}
