import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@Suite("The screen of the sources", .timeLimit(.minutes(5)))
@MainActor
struct OnboardingViewTests {
  private func show(
    _ reactor: OnboardingReactor, on stage: Stage
  ) -> OnboardingView {
    let view = OnboardingView()
    view.reactor = reactor
    stage.navigation.push(view)
    stage.window.render()
    return view
  }

  @Test("asks at the first start, with the bundled catalogue in front")
  func first() async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(80, 18)
    let view = show(harness.reactor, on: stage)
    stage.expect(
      """
       Welcome

        Where do the cars come from?

      ▸ The catalogue that comes with Showroom    some hundred cars, at once
        A file on this machine                    of the EPA, or JSON
        A web address                             the same, fetched again at a refre…

        No network is needed.




        Refreshing takes cars from your choice from then on, unless the
        configuration names another source. "Choose the catalogue's source" among
        the commands leads back here.

       Enter Take the cars  Esc Skip
      """)
    withExtendedLifetime(view) {}
  }

  @Test("says what failed under the line where it was typed, which has the keyboard then")
  func failure() async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(80, 18)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.down, .down, .enter)
    stage.terminal.type("cars.csv")
    stage.terminal.press(.enter)
    stage.expect(
      """
       Welcome

        Where do the cars come from?

        The catalogue that comes with Showroom    some hundred cars, at once
        A file on this machine                    of the EPA, or JSON
      ▸ A web address                             the same, fetched again at a refre…

        Address  cars.csv

        "cars.csv" is no web address; it begins with https:// or http://.


        Refreshing takes cars from your choice from then on, unless the
        configuration names another source. "Choose the catalogue's source" among
        the commands leads back here.

       Esc Back  Enter Take the cars
      """)
    // Esc leads to the choices first, then on.
    stage.terminal.press(.escape)
    #expect(harness.reactor.currentState.choice == .address)
    stage.terminal.type("q")
    #expect(harness.reactor.currentState.text == "cars.csv")
    withExtendedLifetime(view) {}
  }

  @Test("shows how far it is, and can be stopped")
  func progress() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    let stage = Stage(60, 16)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.enter)
    source.report(RefreshProgress(phase: .importing, completedBytes: 30, totalBytes: 60, cars: 1234))
    await harness.waits { $0.progress != nil }
    stage.expect(
      """
       Welcome

        Where do the cars come from?

      ▸ The catalogue that comes with Showroom    some hundred c…
        A file on this machine                    of the EPA, or…
        A web address                             the same, fetc…

        ██████████▌░░░░░░░░░░  50%  Reading 1,234 cars · 30/60 B






       Esc Stop
      """)
    stage.terminal.press(.escape)
    #expect(!harness.reactor.currentState.isTaking)
    withExtendedLifetime(view) {}
  }

  @Test("says later where the cars come from, and leaves without a change")
  func again() async throws {
    let harness = try await OnboardingHarness(CatalogueFixture.cars, isFirst: false)
    let stage = Stage(80, 20)
    let list = Screen()
    list.title = "Cars"
    stage.navigation.push(list)
    let view = show(harness.reactor, on: stage)
    #expect(stage.text.contains("Cars › Source"))
    #expect(stage.text.contains("Now they come from"))
    #expect(stage.text.contains("Esc Back"))
    stage.terminal.press(.escape)
    #expect(harness.reactor.currentState.declined)
    withExtendedLifetime(view) {}
  }
}
