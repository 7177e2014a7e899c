import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp

@Suite(.timeLimit(.minutes(20)))
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

  @Test func `the first start shows the choices, with the bundled catalog selected`() async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(80, 18)
    let view = show(harness.reactor, on: stage)
    stage.expect(
      """
       Welcome

        Choose a catalog source

      ▸ The bundled catalog                       works offline
        A file on this computer                   EPA CSV or JSON
        A web address                             downloaded again at each refresh

        The EPA's catalog. No network is needed until a refresh.





        Future refreshes use the source that you choose, unless the configuration
        names another. To change it later, run the command "Change catalog source".

       Enter Import  Esc Skip
      """)
    withExtendedLifetime(view) {}
  }

  @Test func `the hint for Enter states what is typed`() async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(80, 18)
    let view = show(harness.reactor, on: stage)
    for hint in ["Enter Type path", "Enter Type URL"] {
      stage.terminal.press("j")
      #expect(stage.text.contains(hint), "\(stage.text)")
    }
    withExtendedLifetime(view) {}
  }

  @Test func `the first start introduces the program, and d plays the tour`() async throws {
    let harness = try await OnboardingHarness(hasTour: true, source: ScriptedSource())
    let stage = Stage(80, 24)
    let view = show(harness.reactor, on: stage)
    stage.expect(
      """
       Welcome

        Showroom
        12 cars to explore, offline.
        d  Watch the 60-second tour

        Choose a catalog source

      ▸ The bundled catalog                       12 cars, edition 2020-01
        A file on this computer                   EPA CSV or JSON
        A web address                             downloaded again at each refresh

        The EPA's catalog. No network is needed until a refresh.







        Future refreshes use the source that you choose, unless the configuration
        names another. To change it later, run the command "Change catalog source".

       Enter Import  Esc Skip  d Watch the 60-second tour
      """)
    stage.terminal.press("d")
    #expect(harness.outputs.elements == [.tourRequested])
    withExtendedLifetime(view) {}
  }

  @Test func `a path may contain the key of the tour, whose hint is hidden while it is typed`() async throws {
    let harness = try await OnboardingHarness(hasTour: true, source: ScriptedSource())
    let stage = Stage(80, 24)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.down, .enter)
    stage.terminal.type("d")
    #expect(harness.reactor.currentState.text == "d" && harness.outputs.elements.isEmpty)
    #expect(!stage.text.contains("Watch the"))
    withExtendedLifetime(view) {}
  }

  @Test func `there is no introduction when the source is changed later`() async throws {
    let harness = try await OnboardingHarness(isFirst: false, hasTour: true, source: ScriptedSource())
    let stage = Stage(80, 24)
    let view = show(harness.reactor, on: stage)
    #expect(!stage.text.contains("Showroom\n") && !stage.text.contains("Watch the"))
    stage.terminal.press("d")
    #expect(harness.outputs.elements.isEmpty)
    withExtendedLifetime(view) {}
  }

  @Test func `a failure is shown below the text field, which gets the focus`() async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(80, 18)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.down, .down, .enter)
    stage.terminal.type("cars.csv")
    stage.terminal.press(.enter)
    stage.expect(
      """
       Welcome

        Choose a catalog source

        The bundled catalog                       works offline
        A file on this computer                   EPA CSV or JSON
      ▸ A web address                             downloaded again at each refresh

        URL  cars.csv

        "cars.csv" is not a web address. Enter a URL that begins with https:// or
        http://.


        Future refreshes use the source that you choose, unless the configuration
        names another. To change it later, run the command "Change catalog source".

       Esc Back  Enter Import
      """)
    // Esc returns to the choices first.
    stage.terminal.press(.escape)
    #expect(harness.reactor.currentState.choice == .address)
    stage.terminal.type("q")
    #expect(harness.reactor.currentState.text == "cars.csv")
    withExtendedLifetime(view) {}
  }

  @Test func `the progress of an import is shown, and Esc cancels it`() async throws {
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

        Choose a catalog source

      ▸ The bundled catalog                       12 cars, edit…
        A file on this computer                   EPA CSV or JS…
        A web address                             downloaded ag…

        ██████████▌░░░░░░░░░░  50%  Reading 1,234 cars · 30/60 B


        Future refreshes use the source that you choose, unless
        the configuration names another. To change it later, run
        the command "Change catalog source".

       Enter Import  Esc Cancel
      """)
    // A key that was typed ahead is not meant for the progress.
    await stage.clock.advance(by: .seconds(1))
    stage.terminal.press(.escape)
    await harness.waits { !$0.isImporting }
    withExtendedLifetime(view) {}
  }

  @Test(arguments: [(40, 10), (50, 12)])
  func `a failure is visible on a small screen`(width: Int, height: Int) async throws {
    let harness = try await OnboardingHarness()
    let stage = Stage(width, height)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.down, .down, .enter)
    stage.terminal.type("htp:/x")
    stage.terminal.press(.enter)

    let words = stage.text.split { " \n".contains($0) }.joined(separator: " ")
    #expect(
      words.contains("\"htp:/x\" is not a web address. Enter a URL that begins with https:// or http://."),
      "\(stage.text)")
    #expect(words.contains("▸ A web address") && words.contains("URL htp:/x"), "\(stage.text)")
    withExtendedLifetime(view) {}
  }

  @Test func `choices give way to a message that needs their rows`() async throws {
    let harness = try await OnboardingHarness()
    let stub = harness.reactor.stub()
    let stage = Stage(40, 10)
    let view = show(harness.reactor, on: stage)
    stub.state.choice = .address
    stub.state.texts = [.address: "https://example.org/cars.csv"]
    let answer = String(repeating: "try again later ", count: 8) + "(503)."
    stub.state.failure = "The source https://example.org/cars.csv answered with an error: \(answer)"

    stage.expect(
      """
       Welcome
        URL  https://example.org/cars.csv
        The source
        https://example.org/cars.csv
        answered with an error: try again
        later try again later try again
        later try again later try again
        later try again later try again
        later try again later (503).
       Esc Back  Enter Import
      """)
    withExtendedLifetime(view) {}
  }

  @Test func `an import that waits for the user shows no progress`() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(CatalogFixture.cars, isFirst: false, source: source)
    let stage = Stage(60, 16)
    let view = show(harness.reactor, on: stage)
    stage.terminal.press(.enter)
    source.report(RefreshProgress(phase: .importing, completedBytes: 60, totalBytes: 60, cars: 1234))
    await harness.waits { $0.progress != nil }
    #expect(stage.text.contains("100%"))

    harness.catalog.refreshQuestion.accept(RefreshQuestion(loss: RefreshLoss(cars: 8, removed: 3), source: "cars.json"))

    #expect(!stage.text.contains("100%") && !stage.text.contains("Reading"))
    withExtendedLifetime(view) {}
  }

  @Test func `later the current source is shown, and Esc leaves without a change`() async throws {
    let harness = try await OnboardingHarness(CatalogFixture.cars, isFirst: false)
    let stage = Stage(80, 20)
    let list = Screen()
    list.title = "Cars"
    stage.navigation.push(list)
    let view = show(harness.reactor, on: stage)
    #expect(stage.text.contains("Cars › Source"))
    #expect(stage.text.contains("Current source:"))
    #expect(stage.text.contains("Esc Back"))
    stage.terminal.press(.escape)
    #expect(harness.outputs.elements == [.declined])
    withExtendedLifetime(view) {}
  }
}
