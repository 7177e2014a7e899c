import ReactorCore
import ShowroomCatalog
import ShowroomSettings

/// The state with which the next session begins: the search, order, columns and selection of the list, the last screen,
/// and more.
///
/// It is written at most once a second, off the main actor, so that at most a second is lost if the program is killed.
@MainActor
package final class SessionMemory {
  /// The state from the end of the last session.
  package let restored: SessionState
  private var state: SessionState
  private let file: SessionFile
  private let changes = Relay<Void>()
  private let disposeBag = DisposeBag()
  private var lastWrite: Task<Void, Never>?
  /// Whether there are changes that have not been written.
  private var isChanged = false

  /// The time between two writes.
  static let interval: Duration = .seconds(1)

  /// Creates a memory in a file.
  ///
  /// - Parameter restored: The state with which the session begins.
  package init(_ file: SessionFile, restoring restored: SessionState, clock: any Clock<Duration>) {
    self.file = file
    self.restored = restored
    state = restored
    disposeBag.collect {
      changes.throttle(Self.interval, clock: clock).bind(with: self) { memory, _ in memory.write() }
    }
  }

  /// Changes the state with which the next session begins.
  func update(_ change: (inout SessionState) -> Void) {
    let old = state
    change(&state)
    if !isChanged, state != old { announceChange() }
  }

  /// Saves the car that is selected in the list. Called whenever the selection moves.
  func select(_ id: Car.ID) {
    guard state.selectedCar != id else { return }
    state.selectedCar = id
    if !isChanged { announceChange() }
  }

  private func announceChange() {
    isChanged = true
    changes.send(())
  }

  /// Writes the last changes. Call it when the program ends.
  package func finish() async {
    if isChanged { write() }
    await lastWrite?.value
  }

  private func write() {
    isChanged = false
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { [lastWrite, file, state] in
      await lastWrite?.value
      await Self.write(state, to: file)
    }
  }

  @concurrent
  private static func write(_ state: SessionState, to file: SessionFile) async { file.save(state) }
}
