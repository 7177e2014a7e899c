import ReactorCore

// Measures the time from `send` to the delivery to the last subscriber, across modules. Run in release mode:
//   swift run -c release --package-path Benchmarks core-bench

/// The result of the subscribers' work, so that the optimizer does not remove it.
@MainActor
final class Sink {
  var sum = 0
}

let sink = Sink()

@MainActor
func measure(
  _ title: String, _ action: BenchReactor.Action, _ bind: (BenchReactor, DisposeBag) -> Void
) {
  let reactor = BenchReactor()
  let bag = DisposeBag()
  bind(reactor, bag)
  report(title, Measurement { reactor.action.send(action) })
}

@MainActor
func report(_ title: String, _ result: Measurement) {
  let columns = [result.minimum, result.median].map { number in
    let text = String(Int(number.rounded()))
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
  print(title + String(repeating: " ", count: max(0, 32 - title.count)) + columns.joined())
}

@MainActor
func bindOne(_ reactor: BenchReactor, _ bag: DisposeBag) {
  reactor.state.bind { sink.sum &+= $0.value }.disposed(by: bag)
}

/// Binds ten properties, as a view does. One of them changes.
@MainActor
func bindTen(_ reactor: BenchReactor, _ bag: DisposeBag) {
  reactor.state(\.value).bind { sink.sum &+= $0 }.disposed(by: bag)
  for _ in 0..<3 {
    reactor.state(\.name).bind { sink.sum &+= $0.utf8.count }.disposed(by: bag)
    reactor.state(\.note).bind { sink.sum &+= $0.utf8.count }.disposed(by: bag)
    reactor.state(\.rows).bind { sink.sum &+= $0.count }.disposed(by: bag)
  }
}

@MainActor
func bindTenStages(_ reactor: BenchReactor, _ bag: DisposeBag) {
  reactor.state.map { $0.value }.distinctUntilChanged().bind { sink.sum &+= $0 }.disposed(by: bag)
  for _ in 0..<3 {
    reactor.state.map { $0.name }.distinctUntilChanged().bind { sink.sum &+= $0.utf8.count }.disposed(by: bag)
    reactor.state.map { $0.note }.distinctUntilChanged().bind { sink.sum &+= $0.utf8.count }.disposed(by: bag)
    reactor.state.map { $0.rows }.distinctUntilChanged().bind { sink.sum &+= $0.count }.disposed(by: bag)
  }
}

print("ns per action" + String(repeating: " ", count: 20) + "    min  median")
measure("one subscriber", .increase, bindOne)
measure("ten map and compare: state(\\.x)", .increase, bindTen)
measure("ten map and compare: stages", .increase, bindTenStages)
measure("concat of three", .threeSteps, bindOne)
measure("run with three emits", .threeEmits, bindOne)
let changing = Relay<Int>()
let bag = DisposeBag()
Observable.combineLatest(changing.asObservable(), .just(1)).bind { sink.sum &+= $0.0 }.disposed(by: bag)
report("combineLatest of two", Measurement { changing.send(1) })
report("step through three flows", measureThreeFlows())
let nesting = measureNesting()
let microseconds = [nesting.measurement.minimum, nesting.measurement.median].map { "\(Int($0 / 1_000)) µs" }
print("push 1,000 nested flows and end them: \(microseconds[0]), median \(microseconds[1])")
print("  growth in bytes, 100 times: \(nesting.bytesGrown)")
