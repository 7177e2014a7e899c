import ReactorCore
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct StreamProgramSoak {
  @Test func `nothing follows an end or a disposal, no matter what the operators and closures do`() async {
    for seed in SoakSeeds(4_000) {
      var chance = SeededChance(seed: seed)
      let program = StreamProgram(&chance, depth: 4)
      let world = StreamWorld()
      var hasEnded = false

      // Behind a relay, so that the subscription can be disposed of while the program is subscribed to.
      let start = Relay<Void>()
      world.subscription = start.asObservable().take(1).flatMap { world.stream(program) }.subscribe(
        Observer(
          next: { _ in
            if hasEnded { world.note("an element is delivered after the end") }
            if world.isDisposed { world.note("an element is delivered after the disposal") }
          },
          end: { _ in
            if hasEnded { world.note("two ends are delivered") }
            if world.isDisposed { world.note("the end is delivered after the disposal") }
            hasEnded = true
          }))
      start.send(())
      for _ in 0..<12 { await world.driveWithTime(&chance) }
      if hasEnded, world.observerCount > 0 { world.note("a subscription is left after the end") }
      world.dispose()
      if world.observerCount > 0 { world.note("a subscription is left after the disposal") }

      #expect(world.violations == [], "seed \(seed): \(program)")
      if !world.violations.isEmpty { return }
    }
  }
}
