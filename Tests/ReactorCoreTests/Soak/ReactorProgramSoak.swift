import ReactorCore
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct ReactorProgramSoak {
  /// A reactor whose actions run random streams, and whose subscribers send and cancel during a delivery.
  @MainActor
  private final class Run {
    let world = StreamWorld()
    let reactor = ScriptedReactor()
    /// The effects that have not ended.
    private var live: Set<Int> = []
    /// The canceled effects, which must not commit.
    private var over: Set<Int> = []
    private var started = 0
    private var isReducing = false
    private var received = 0
    private let bag = DisposeBag()

    init(_ programs: [StreamProgram], transforming merged: StreamProgram?) {
      reactor.store.onUnhandledError { _ in }
      reactor.onMutate = { [unowned self] action in
        let index = Int(action) ?? 0
        return index < programs.count ? effect(programs[index]) : cancelAll()
      }
      if let merged {
        reactor.onTransformMutation = { [world] mutations in
          .merge(mutations, world.stream(merged).map { "merged \($0)" })
        }
      }
      reactor.onReduce = { [unowned self] state, mutation in
        if isReducing { world.note("a reduce inside a reduce") }
        isReducing = true
        let run = Int(mutation.prefix { $0 != " " })
        if let run, over.contains(run) { world.note("\(mutation) commits after run \(run) was over") }
        state.log.append(mutation)
        isReducing = false
      }
    }

    /// The mutations contain the number of their effect.
    private func effect(_ program: StreamProgram) -> Observable<String> {
      .deferred { [unowned self] in
        started += 1
        let run = started
        live.insert(run)
        return world.stream(program).cancellable(id: "all", whenRunning: .keepBoth)
          .do(onEnd: { [unowned self] _ in live.remove(run) })
          .map { "\(run) \($0)" }
      }
    }

    private func cancelAll() -> Observable<String> {
      .deferred { [unowned self] in
        over.formUnion(live)
        return .cancel(id: "all")
      }
    }

    func subscribe(_ chance: SeededChance) {
      var chance = chance
      _ = reactor.state
      received = reactor.log.count
      reactor.state.bind { [unowned self] state in
        if state.log.count != received {
          world.note("\(state.log.count) mutations were received where \(received) were due")
        }
        received += 1
        guard received < 60, Int.random(in: 0..<4, using: &chance) == 0 else { return }
        // A separate generator, because the calls may be re-entrant.
        var own = SeededChance(seed: chance.next())
        world.drive(&own)
        reactor.action.send("\(Int.random(in: 0...4, using: &own))")
      }.disposed(by: bag)
    }
  }

  @Test func `a reactor commits one mutation at a time, and none of a canceled effect`() async {
    for seed in SoakSeeds(1_500) {
      var chance = SeededChance(seed: seed)
      let programs = (0..<4).map { _ in StreamProgram(&chance, depth: 3) }
      let merged = Bool.random(using: &chance) ? StreamProgram(&chance, depth: 2) : nil
      var run: Run? = Run(programs, transforming: merged)
      let world = run?.world
      run?.subscribe(chance)
      for _ in 0..<12 {
        await world?.driveWithTime(&chance)
        run?.reactor.action.send("\(Int.random(in: 0...4, using: &chance))")
      }
      weak let reactor = run?.reactor
      run = nil
      if reactor != nil { world?.note("the reactor is not released") }
      if world?.observerCount != 0 { world?.note("a subscription outlives the reactor") }

      #expect(world?.violations == [], "seed \(seed): \(programs), merged \(merged.map { "\($0)" } ?? "nothing")")
      if world?.violations != [] { return }
    }
  }
}
