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

  private static let sourceTopic = "source"
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

  /// Reports that the source has changed, and offers the key of the refresh command, unless another toast offers an
  /// action, such as undo.
  private func offerRefresh(_ change: ChangedSource) {
    let key = window.offersToastAction(except: Self.sourceTopic) ? nil : key(of: command)
    let glyphs: Theme.Glyphs = window.capabilities.isASCII ? .ascii : .unicode
    window.toast(
      "\(truncated(change.name, to: Self.nameWidth, ellipsis: glyphs.ellipsis)) has changed since it was read",
      action: key.map { key in
        Toast.Action("Refresh", key: key) { [weak self] in self?.refreshRequested.send(()) }
      }, topic: Self.sourceTopic)
  }

  /// Returns the first key of a command, according to the user's keymap.
  private func key(of command: KeyBinding?) -> Key? {
    command.flatMap { window.keymap.applied(to: $0).keys.first }
  }

  /// Reports the saved views in which something changed, and offers the key that shows the changes, unless another
  /// toast offers an action, such as undo, or another command has the key.
  private func report(_ changes: [ViewChanges]) {
    let texts = changes.map { "\(grouped($0.count)) in @\($0.view.name)" }
    let text = "Changes: \(texts.joined(separator: ", "))"
    let key = key(of: changesCommand).flatMap { key in
      let isTaken = window.activeBindings.contains { $0.id != changesCommand?.id && $0.keys.contains(key) }
      return isTaken || window.offersToastAction(except: Self.viewsTopic) ? nil : key
    }
    window.toast(
      text,
      action: key.map { key in
        Toast.Action("Show", key: key) { [weak self] in self?.show(changes) }
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
    // No preferred executor: the task would start later, and keys typed ahead would not reach the dialog.
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
    let action = asked.loss.action.capitalizedFirst
    let alert = AlertView(
      title: "\(action)?", message: asked.loss.message(source: asked.source), kind: .warning,
      buttons: [
        AlertButton("Keep", key: "n", role: .cancel) { [weak catalog] in catalog?.answerRefresh(false) },
        AlertButton(String(action.prefix { $0 != " " }), key: "y", role: .destructive) { [weak catalog] in
          catalog?.answerRefresh(true)
        },
      ])
    question = alert
    window.presentWhenIdle(alert) { [weak self, weak catalog] in
      self?.question === alert && catalog?.refreshQuestion.value != nil
    }
  }

  private func offerUndo(_ counts: RefreshCounts) {
    let number = catalog.startedRefreshes
    window.toast(
      RefreshOutcome.applied(counts).summary, kind: .success,
      action: Toast.Action("Undo", key: "z") { [weak self] in self?.undo() }, topic: Self.topic,
      expired: { [weak catalog] in
        // The backup may belong to a refresh that has started since.
        guard let catalog, catalog.startedRefreshes == number else { return }
        Task.immediate(executorPreference: EffectExecutor.current) { await catalog.keepRefresh() }
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
