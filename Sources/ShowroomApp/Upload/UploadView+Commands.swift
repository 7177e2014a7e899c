import ReactorCore
import ReactorTerminal
import Uploads

extension UploadView {
  /// The names of the commands, as a configuration file knows them.
  enum Name {
    static let open = "list.open"
    static let add = "uploads.add"
    static let cancel = "uploads.cancel"
    static let cancelAll = "uploads.cancelAll"
    static let retry = "uploads.retry"
    static let retryAll = "uploads.retryAll"
    static let refresh = "uploads.refresh"
    static let pause = "uploads.pause"
    static let up = "uploads.earlier"
    static let down = "uploads.later"
    static let destination = "uploads.destination"
    static let signIn = "uploads.signIn"
    static let clear = "uploads.clear"
    static let car = "uploads.car"
  }

  private static let section = "Uploads"

  /// What can be asked for; what stands first has room in the hint line.
  func bindCommands(_ reactor: UploadReactor) {
    func bind(_ command: Command, _ action: @escaping @MainActor (UploadItem.ID?) -> UploadReactor.Action?) {
      command.asObservable().compactMap { [weak self] in action(self?.table.selectedID) }
        .bind(to: reactor.action).disposed(by: disposeBag)
    }
    let section = Self.section
    table.itemSelected.asObservable().map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    bind(keys("a", id: Name.add, title: "Add files", section: section)) { .addFiles(selected: $0) }
    bind(keys("x", .delete, id: Name.cancel, title: "Cancel", section: section)) { $0.map { .cancel($0) } }
    bind(keys("r", id: Name.retry, title: "Retry", section: section)) { .retry(selected: $0) }
    bind(keys("p", id: Name.pause, title: "Pause", section: section)) { _ in .togglePause }
    bind(keys("d", id: Name.destination, title: "Destination", section: section)) { _ in .chooseDestination }
    bind(keys("i", id: Name.signIn, title: "Sign in", section: section)) { _ in .signIn }
    bind(keys("X", id: Name.cancelAll, title: "Cancel all", section: section)) { _ in .cancelAll }
    bind(keys("R", id: Name.retryAll, title: "Retry all", section: section)) { _ in .retryAll }
    bind(keys(.f5, id: Name.refresh, title: "Check again", section: section, isHidden: true)) { _ in .refresh }
    bind(keys("K", Key(.up, .alt), id: Name.up, title: "Move up", section: section, isHidden: true)) {
      $0.map { .move($0, by: -1) }
    }
    bind(keys("J", Key(.down, .alt), id: Name.down, title: "Move down", section: section, isHidden: true)) {
      $0.map { .move($0, by: 1) }
    }
    bind(keys("C", id: Name.clear, title: "Clear finished", section: section)) { _ in .clearEnded }
    bind(keys("c", id: Name.car, title: "This car only", section: section, isHidden: true)) {
      [weak reactor] selected in
      guard let state = reactor?.currentState else { return nil }
      return state.choice.car == nil ? state.item(selected).map { .setCar($0.car) } : .setCar(nil)
    }
    // The name of the navigation's own command: this one takes its place.
    bind(keys(.escape, "q", "h", .left, .backspace, id: "navigation.back", title: "Back", section: section)) { _ in
      .close
    }
  }

  /// Offers what makes sense for the selected upload and for all of them, under the name of what it does.
  func updateCommands(_ state: UploadReactor.State, selected: UploadItem?) {
    let items = state.items
    let stuck = items.contains { $0.situation == .stuck }
    command(Name.add)?.isEnabled = state.choice.car != nil || selected != nil
    command(Name.cancel)?.isEnabled = selected != nil && selected?.situation != .elsewhere
    command(Name.cancel)?.title = selected?.situation == .ended ? "Remove" : "Cancel"
    let canRetry = selected?.situation == .stuck || selected?.state == .cancelled
    command(Name.retry)?.title = canRetry ? selected?.retryTitle ?? "Retry" : "Check again"
    command(Name.retryAll)?.title = stuck ? "Retry all" : "Check again"
    command(Name.retryAll)?.binding.isHidden = !stuck
    command(Name.pause)?.title = state.snapshot.isPaused ? "Resume" : "Pause"
    command(Name.cancelAll)?.isEnabled = items.contains { $0.isUnderWay || $0.situation == .stuck }
    command(Name.clear)?.isEnabled = items.contains { $0.situation == .ended }
    command(Name.up)?.isEnabled = selected?.isUnderWay == true
    command(Name.down)?.isEnabled = selected?.isUnderWay == true
    let isRefused = state.lacksCredentials != nil || items.contains { $0.failure?.cause == .unauthorised }
    command(Name.signIn)?.isEnabled = isRefused
    command(Name.car)?.title = state.choice.car == nil ? "This car only" : "All cars"
    command(Name.car)?.isEnabled = state.choice.car != nil || selected != nil
    let open = table.command(Name.open)
    open?.title = selected?.openTitle ?? "Open"
    open?.isEnabled = selected?.openTitle != nil
  }
}

extension UploadItem {
  /// What r does about it.
  fileprivate var retryTitle: String { state == .interrupted || hasPart ? "Resume" : "Retry" }

  /// What Enter does about it; nil: nothing.
  fileprivate var openTitle: String? {
    switch state {
    case .failed(let failure) where failure.isDuplicate: "Resolve…"
    case .failed(let failure) where failure.cause == .unauthorised: "Sign in"
    case .failed: "Details"
    case .interrupted: "Resume"
    default: nil
    }
  }
}
