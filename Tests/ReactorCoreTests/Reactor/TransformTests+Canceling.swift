import ReactorCore
import Testing

/// Effects that a transform merges, canceled by their IDs.
extension TransformTests {
  @Test func `an action merged while an effect delivers a state is not performed if it is canceled`() {
    let reactor = ScriptedReactor()
    let (merged, results) = (Relay<String>(), Relay<String>())
    reactor.onTransformAction = { .merge($0, merged.asObservable().cancellable(id: "merged")) }
    reactor.onMutate = { action in
      switch action {
      case "listen": results.asObservable()
      case "x": .cancel(id: "merged")
      default: .just(action)
      }
    }
    reactor.action.send("listen")
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      merged.send("late")
    }

    results.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }

  @Test func `a queued action of a merged effect is not performed if the effect is canceled`() {
    let reactor = ScriptedReactor()
    let merged = Relay<String>()
    reactor.onTransformAction = { .merge($0, merged.asObservable().cancellable(id: "merged")) }
    reactor.onMutate = { $0 == "x" ? .cancel(id: "merged") : .just($0) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      merged.send("late")
    }

    reactor.action.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }
}
