import ReactorCore
import ShowroomTestSupport

/// A reactor whose methods are closures of the test. By default, it logs each action.
final class ScriptedReactor: Reactor {
  typealias Action = String
  typealias Mutation = String

  struct State: Equatable, Sendable {
    var log: [String] = []
    @Pulse var event: String?
  }

  let store = Store<ScriptedReactor>(State())
  var onMutate: (String) -> Observable<String> = { .just($0) }
  var onReduce: (inout State, String) -> Void = { state, mutation in state.log.append(mutation) }
  var onTransformAction: (Observable<String>) -> Observable<String> = { $0 }
  var onTransformMutation: (Observable<String>) -> Observable<String> = { $0 }
  var onTransformState: (Observable<State>) -> Observable<State> = { $0 }

  func transform(action: Observable<String>) -> Observable<String> { onTransformAction(action) }
  func mutate(action: String) -> Observable<String> { onMutate(action) }
  func transform(mutation: Observable<String>) -> Observable<String> { onTransformMutation(mutation) }
  func reduce(into state: inout State, mutation: String) { onReduce(&state, mutation) }
  func transform(state: Observable<State>) -> Observable<State> { onTransformState(state) }

  /// The reduced mutations.
  var log: [String] { currentState.log }
  /// The number of running effects.
  var runningEffects: Int { store.runningEffects }
}

extension Reactor {
  /// Records the errors that nothing handles.
  @discardableResult
  func recordErrors() -> Box<[String]> {
    let errors = Box<[String]>([])
    store.onUnhandledError { errors.value.append("\($0)") }
    return errors
  }
}
