import ReactorCore
import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

extension UploadView {
  /// The commands of the screen, in the order of the hint line, which truncates from the end.
  enum Commands: String, CommandSet {
    case add = "uploads.add"
    case cancel = "uploads.cancel"
    case retry = "uploads.retry"
    case pause = "uploads.pause"
    case destination = "uploads.destination"
    case signIn = "uploads.signIn"
    case cancelAll = "uploads.cancelAll"
    case retryAll = "uploads.retryAll"
    case refresh = "uploads.refresh"
    case moveUp = "uploads.moveUp"
    case moveDown = "uploads.moveDown"
    case clear = "uploads.clear"
    case car = "uploads.car"

    static let section: String? = "Uploads"

    var binding: KeyBinding {
      switch self {
      case .add: keys("a", title: "Add files", help: "Chooses further files for the car.")
      case .cancel: keys("x", .delete, title: "Cancel", help: "Cancels the selected upload.")
      case .retry: keys("r", title: "Retry", help: "Tries the selected upload again.")
      case .pause: keys("p", title: "Pause", help: "Pauses the selected upload, or resumes it.")
      case .destination: keys("d", title: "Destination", help: "Chooses where new uploads go.")
      case .signIn: keys("i", title: "Sign in", help: "Asks for the credentials of the destination.")
      case .cancelAll: keys("X", title: "Cancel all", help: "Cancels all uploads, after a question.")
      case .retryAll: keys("R", title: "Retry all", help: "Tries all failed uploads again.")
      case .refresh: keys(.f5, title: "Check again", help: "Checks again what the destinations have.", isHidden: true)
      case .moveUp: keys("K", Key(.up, .alt), title: "Move up", help: "Lets the upload start earlier.", isHidden: true)
      case .moveDown:
        keys("J", Key(.down, .alt), title: "Move down", help: "Lets the upload start later.", isHidden: true)
      case .clear: keys("C", title: "Clear finished", help: "Removes finished uploads from the list; the files stay.")
      case .car:
        keys("c", title: "This car only", help: "Lists the uploads of this car only, or all again.", isHidden: true)
      }
    }
  }

  /// Binds the commands to actions of the reactor.
  func bindCommands(_ reactor: UploadReactor) {
    func bind(_ command: ViewCommand, _ action: @escaping @MainActor (UploadItem.ID?) -> UploadReactor.Action?) {
      command.asObservable().compactMap { [weak self] in action(self?.table.selectedID) }
        .bind(to: reactor.action).disposed(by: disposeBag)
    }
    table.rowOpened.asObservable().map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    bind(addCommand(Commands.add)) { .addFiles(selected: $0) }
    bind(addCommand(Commands.cancel)) { $0.map { .cancel($0) } }
    bind(addCommand(Commands.retry)) { .retry(selected: $0) }
    bind(addCommand(Commands.pause)) { _ in .togglePause }
    bind(addCommand(Commands.destination)) { _ in .chooseDestination }
    bind(addCommand(Commands.signIn)) { _ in .signIn }
    bind(addCommand(Commands.cancelAll)) { _ in .cancelAll }
    bind(addCommand(Commands.retryAll)) { _ in .retryAll }
    bind(addCommand(Commands.refresh)) { _ in .refresh }
    bind(addCommand(Commands.moveUp)) {
      $0.map { .move($0, by: -1) }
    }
    bind(addCommand(Commands.moveDown)) {
      $0.map { .move($0, by: 1) }
    }
    bind(addCommand(Commands.clear)) { _ in .clearFinished }
    bind(addCommand(Commands.car)) {
      [weak reactor] selected in
      guard let state = reactor?.currentState else { return nil }
      return state.choice.car == nil ? state.item(selected).map { .setCar($0.car) } : .setCar(nil)
    }
    // Closing ends the flow as well as the screen.
    bind(addCommand(NavigationStack.Commands.back, section: Commands.section)) { _ in
      .close
    }
  }

  /// Enables and titles the commands according to the selected upload and the queue.
  func updateCommands(_ state: UploadReactor.State, selected: UploadItem?) {
    let items = state.items
    command(Commands.add)?.isEnabled = state.choice.car != nil || selected != nil
    command(Commands.cancel)?.isEnabled = selected != nil && selected?.situation != .elsewhere
    command(Commands.cancel)?.title = selected?.situation == .ended ? "Remove" : "Cancel"
    command(Commands.retry)?.title = selected?.retryTitle ?? "Check again"
    command(Commands.retryAll)?.isEnabled = items.contains { $0.situation == .stuck || $0.isWaitingToRetry }
    command(Commands.pause)?.title = state.snapshot.isPaused ? "Resume" : "Pause"
    command(Commands.cancelAll)?.isEnabled = items.contains { $0.isUnderWay || $0.situation == .stuck }
    command(Commands.clear)?.isEnabled = items.contains(where: \.isClearable)
    command(Commands.moveUp)?.isEnabled = selected?.isUnderWay == true
    command(Commands.moveDown)?.isEnabled = selected?.isUnderWay == true
    let needsSignIn =
      state.destinationRequiringSignIn != nil || items.contains { $0.failure?.cause == .unauthorized }
    command(Commands.signIn)?.isEnabled = needsSignIn
    command(Commands.signIn)?.binding.isHidden = !needsSignIn
    command(Commands.car)?.title = state.choice.car == nil ? "This car only" : "All cars"
    command(Commands.car)?.isEnabled = state.choice.car != nil || selected != nil
    table.rowOpenTitle = selected?.openTitle ?? "Open"
    table.command(ListCommands.open)?.isEnabled = selected?.openTitle != nil
  }
}

extension UploadItem {
  /// The title of the command that retries the upload; `nil` if there is nothing to retry.
  fileprivate var retryTitle: String? {
    guard canRetry else { return nil }
    return isWaitingToRetry ? "Retry now" : state == .interrupted || hasPart ? "Resume" : "Retry"
  }

  /// The title of the command that opens the upload; `nil` if there is nothing to open.
  fileprivate var openTitle: String? {
    switch state {
    case .failed(let failure) where failure.isDuplicate: "Resolve"
    case .failed(let failure) where failure.cause == .unauthorized: "Sign in"
    case .failed, .retrying, .discarding(.some): "Details"
    case .interrupted: "Resume"
    default: nil
    }
  }
}
