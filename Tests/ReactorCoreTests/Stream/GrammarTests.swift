import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct GrammarTests {
  private let relay = Relay<Int>()
  private let stop = Relay<Void>()

  /// Returns the events of a subscriber. `wrap` receives a closure that disposes of the subscription.
  private func heard(_ wrap: (@escaping @MainActor () -> Void) -> Observable<Int>) -> Box<[String]> {
    let events = Box<[String]>([])
    let subscription = SerialDisposable()
    let stream = wrap { subscription.dispose() }
    subscription.set(
      stream.subscribe(
        Observer(next: { events.value.append("\($0)") }, end: { events.value.append("\($0)") })))
    return events
  }

  @Test func `an element is not delivered when a closure in the chain disposes of the subscription`() {
    let operators: [(@escaping @MainActor () -> Void) -> Observable<Int>] = [
      { dispose in
        relay.asObservable().map {
          dispose()
          return $0
        }
      },
      { dispose in
        relay.asObservable().filter { _ in
          dispose()
          return true
        }
      },
      { dispose in
        relay.asObservable().compactMap {
          dispose()
          return $0
        }
      },
      { dispose in
        relay.asObservable().scan(0) {
          dispose()
          return $0 + $1
        }
      },
      { dispose in relay.asObservable().do(onNext: { _ in dispose() }) },
      { dispose in
        relay.asObservable().startWith(0).distinctUntilChanged { left, _ in
          if left == 0 { dispose() }
          return false
        }.skip(1)
      },
      { dispose in
        relay.asObservable().flatMap {
          dispose()
          return .just($0)
        }
      },
      { dispose in
        relay.asObservable().flatMapLatest {
          dispose()
          return .just($0)
        }
      },
    ]
    for wrap in operators {
      let events = heard(wrap)
      relay.send(1)
      relay.send(2)
      #expect(events.value == [])
      #expect(relay.observerCount == 0)
    }
  }

  @Test func `an element that causes the end of its own stream is not delivered after it`() {
    let events = heard { _ in
      Observable.just(1).take(until: stop.asObservable()).do(onNext: { [stop] _ in stop.send(()) })
    }
    #expect(events.value == ["finished"])
  }

  @Test func `the element that ended one stream of a concat does not follow the elements of the next`() {
    let events = heard { _ in
      .concat(
        Observable.just(1).take(until: stop.asObservable()).do(onNext: { [stop] _ in stop.send(()) }), .just(2))
    }
    #expect(events.value == ["2", "finished"])
  }

  @Test func `an end is not delivered when a closure in the chain disposes of the subscription`() {
    let events = heard { dispose in
      relay.asObservable().take(1).do(onEnd: { _ in dispose() }).map { $0 }.do(onEnd: { _ in
        Issue.record("the end was delivered")
      })
    }
    relay.send(1)
    #expect(events.value == ["1"])
  }

  @Test func `a stream disposed of while it delivers many elements delivers no more of them`() {
    let transformed = Box<[Int]>([])
    let first = Observable.from(1...5).map { element in
      transformed.value.append(element)
      return element
    }.take(2)
    #expect(Recorder(first).elements == [1, 2])
    #expect(transformed.value == [1, 2])
  }

  @Test func `a stream chosen while the subscription is disposed of is not subscribed to`() {
    let subscriptions = Box(0)
    let inner = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    for latest in [true, false] {
      let events = heard { dispose in
        let choose: @MainActor (Int) -> Observable<Int> = { _ in
          dispose()
          return inner
        }
        return latest ? relay.asObservable().flatMapLatest(choose) : relay.asObservable().flatMap(choose)
      }
      relay.send(1)
      #expect(events.value == [])
    }
    #expect(subscriptions.value == 0)
  }

  @Test func `an effect whose element ends it commits nothing after its end`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [stop] action in
      action == "a"
        ? .concat(
          Observable.just("late").take(until: stop.asObservable()).do(onNext: { _ in stop.send(()) }), .just("next"))
        : .just(action)
    }
    reactor.action.send("a")
    #expect(reactor.log == ["next"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `an effect canceled by its own element commits nothing`() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    let cancel = Relay<Void>()
    reactor.onMutate = { action in
      switch action {
      case "listen":
        return answers.asObservable().cancellable(id: "id").map { answer in
          cancel.send(())
          return answer
        }
      default: return cancel.asObservable().flatMap { .cancel(id: "id") }
      }
    }
    for action in ["listen", "watch"] { reactor.action.send(action) }
    answers.send("answer")
    #expect(reactor.log == [])
    #expect(reactor.runningEffects == 1)
  }

  @Test func `a released relay releases subscriptions that were never disposed of`() {
    let live = LiveCount()
    do {
      let relay = Relay<Int>()
      let token = live.token()
      _ = relay.asObservable().map { $0 }.take(3).flatMap { .just($0) }.catch { _ in .empty }.bind { _ in
        withExtendedLifetime(token) {}
      }
      relay.send(1)
    }
    #expect(live.alive == 0)
  }
}
