import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// The notifications about refreshes, shown on all screens: the offer of a refresh when the source has changed, the
/// confirmation before cars are removed, the offer to undo a removal, and the saved views in which something changed.
@MainActor
package final class RefreshNotifications {
  /// The topic of all toasts about refreshes: a new toast replaces the previous one.
  static let topic = "refresh"

  private static let viewsTopic = "views"

  /// A relay that emits when the user requests a refresh because the source has changed.
  let refreshRequested = Relay<Void>()
  /// A relay that emits when the user requests the changes in a saved view.
  let changesRequested = Relay<SavedView>()
  private let window: Window
  private let catalog: LiveCatalog
  private let command: KeyBinding?
  private let changesCommand: KeyBinding?
  private weak var question: AlertView?
  private let bag = DisposeBag()

  /// Creates the notifications and shows them in `window`.
  ///
  /// - Parameters:
  ///   - command: The refresh command, whose key is offered when the source has changed. If `nil`, no key is offered.
  ///   - changesCommand: The command that shows what changed, whose key is offered when something has changed in saved
  ///     views. If `nil`, no key is offered.
  package init(
    window: Window, catalog: LiveCatalog, refreshingBy command: KeyBinding? = nil,
    showingChangesBy changesCommand: KeyBinding? = nil
  ) {
    self.window = window
    self.catalog = catalog
    self.command = command
    self.changesCommand = changesCommand
    bag.collect {
      catalog.refreshQuestion.bind(with: self) { $0.ask($1) }
      catalog.approvedRefreshes.bind(with: self) { $0.offerUndo($1) }
      catalog.viewChanges.bind(with: self) { $0.report($1) }
      catalog.changedSource.unwrapped().bind(with: self) { $0.offerRefresh($1) }
    }
  }

  /// The maximum width of a file name in columns.
  private static let nameWidth = 40

  /// Reports that the source has changed, and offers the key of the refresh command.
  private func offerRefresh(_ change: ChangedSource) {
    let key = key(of: command)
    let glyphs: Theme.Glyphs = window.capabilities.isASCII ? .ascii : .unicode
    window.toast(
      "\(truncated(change.name, to: Self.nameWidth, ellipsis: glyphs.ellipsis)) has changed since it was read",
      action: key.map { key in
        Toast.Action("refresh", key: key) { [weak self] in self?.refreshRequested.send(()) }
      }, topic: "source")
  }

  /// Returns the first key of a command, according to the user's keymap.
  private func key(of command: KeyBinding?) -> Key? {
    command.flatMap { window.keymap.applied(to: $0).keys.first }
  }

  /// Reports the saved views in which something changed, and offers the key that shows the changes, unless another toast
  /// offers an action, such as undo, or another command has the key.
  private func report(_ changes: [ViewChanges]) {
    let texts = changes.map { "\(grouped($0.count)) in @\($0.view.name)" }
    let text = "Changes: \(texts.joined(separator: ", "))"
    let key = key(of: changesCommand).flatMap { key in
      let isTaken = window.activeBindings.contains { $0.id != changesCommand?.id && $0.keys.contains(key) }
      return isTaken || window.offersToastAction ? nil : key
    }
    window.toast(
      text,
      action: key.map { key in
        Toast.Action("show", key: key) { [weak self] in self?.show(changes) }
      }, topic: Self.viewsTopic)
    window.notify(title: text)
  }

  /// Requests the changes in a view. If there are several, lets the user choose one.
  private func show(_ changes: [ViewChanges]) {
    if changes.count == 1 { return changesRequested.send(changes[0].view) }
    let choices = changes.map { change in
      PickerView.Choice(
        id: change.view.id, title: "@\(change.view.name)", detail: counted(change.count, "car"))
    }
    // Without a preferred executor, with which the task would start later, so that keys typed ahead belong to the dialog.
    Task.immediate { [weak self, window] in
      guard let id = await window.choose("Changes in views", from: choices),
        let change = changes.first(where: { $0.view.id == id })
      else { return }
      self?.changesRequested.send(change.view)
    }
  }

  private func ask(_ asked: RefreshQuestion?) {
    question?.dismiss()
    guard let asked else { return }
    let alert = AlertView(
      title: asked.title, message: asked.message, kind: .warning,
      buttons: [
        AlertButton("Keep", key: "n", role: .cancel) { [weak catalog] in catalog?.answerRefresh(false) },
        AlertButton(asked.approval, key: "y", role: .destructive) { [weak catalog] in catalog?.answerRefresh(true) },
      ])
    question = alert
    window.presentWhenIdle(alert) { [weak self, weak catalog] in
      self?.question === alert && catalog?.refreshQuestion.value != nil
    }
  }

  private func offerUndo(_ counts: RefreshCounts) {
    window.toast(
      RefreshOutcome.applied(counts).summary, kind: .success,
      action: Toast.Action("undo", key: "z") { [weak self] in self?.undo() }, topic: Self.topic,
      expired: { [weak catalog] in
        Task.immediate(executorPreference: EffectExecutor.current) { await catalog?.keepRefresh() }
      })
  }

  private func undo() {
    window.dismissToast(topic: Self.viewsTopic)
    Task.immediate(executorPreference: EffectExecutor.current) { [window, catalog] in
      do throws(CatalogError) {
        if try await catalog.undoRefresh() {
          window.toast("Restored the previous cars", kind: .success, topic: Self.topic)
        } else {
          window.toast("Could not undo: the cars have changed since", kind: .warning, topic: Self.topic)
        }
      } catch {
        window.alert("Could not undo the refresh", "\(error)", kind: .error)
      }
    }
  }
}

extension RefreshQuestion {
  /// The number of cars that the refresh would delete.
  private var deleted: Int { loss.removed - loss.kept }

  var title: String {
    switch (deleted, loss.removed) {
    case (_, 0): "Replace \(counted(loss.reassigned, "car")) with \(loss.reassigned == 1 ? "another" : "others")?"
    case (0, _): "Withdraw \(grouped(loss.kept)) of \(counted(loss.cars, "car"))?"
    default: "Remove \(grouped(deleted)) of \(counted(loss.cars, "car"))?"
    }
  }

  /// The title of the button that approves the refresh.
  fileprivate var approval: String { loss.removed == 0 ? "Replace" : deleted > 0 ? "Remove" : "Withdraw" }

  var message: String {
    [loss.removed > 0 ? removal : nil, loss.reassigned > 0 ? reassignment : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  /// The part of the message about cars with user data whose IDs belong to other cars.
  private var reassignment: String {
    loss.reassigned == 1
      ? "\(source) has another car under the ID of one of yours, which is a favorite or has a note, a price or files. "
        + "These would then belong to the other car."
      : "\(source) has other cars under the IDs of \(grouped(loss.reassigned)) of yours, which are favorites or have "
        + "notes, prices or files. These would then belong to the other cars."
  }

  /// The part of the message about cars that the source lacks.
  private var removal: String {
    let kept =
      switch (deleted, loss.kept) {
      case (_, 0): ""
      case (0, 1): " It is a favorite or has a note, a price or files, so it is kept and marked as withdrawn."
      case (0, _): " They are favorites or have notes, prices or files, so they are kept and marked as withdrawn."
      case (_, 1): " Another one is a favorite or has a note, a price or files. It is kept and marked as withdrawn."
      default:
        " \(grouped(loss.kept)) others are favorites or have notes, prices or files. They are kept and marked as withdrawn."
      }
    let cars = (deleted > 0 ? deleted : loss.kept) == 1 ? "it" : "them"
    let lack = loss.isOlder ? "seems to be older than the catalog and does not list" : "no longer lists"
    return "\(source) \(lack) \(cars).\(kept)"
  }
}
