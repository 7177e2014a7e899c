import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

/// Loading, empty, no match, failed, refreshing: each is a screen of its own, and each names the key that helps.
@MainActor
@Suite("CarList: situations")
struct CarListSituationTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  init() async throws {
    reactor = CarListReactor(catalogue: try await CatalogueFixture([]).live())
    stub = reactor.stub()
    stub.state = .showing(favourites: [3])
  }

  @Test func `loading says so only once it has lasted for a while`() async {
    stub.state = .init()
    let screen = CarListScreen(reactor, height: 12)
    await screen.clock.advance(by: .milliseconds(140))
    #expect(!screen.text.contains("Loading"))
    await screen.clock.advance(by: .milliseconds(20))
    screen.shows(
      """
       Cars                                                                       0/0
            Make       Model             Year  Class            Fuel          Economy



                                    ⠋ Loading the cars





       Enter Open  Space Mark  / Search  f Follow  s Sort  r Refresh  …        ? Help
      """)
  }

  @Test func `an empty catalogue names the key that fills it`() {
    stub.state = .showing([])
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                                       0/0
            Make       Model             Year  Class            Fuel          Economy


                                        No cars yet
                    Get them from https://example.org/vehicles.csv.zip.

                                         r Refresh



       Enter Open  Space Mark  / Search  f Follow  s Sort  r Refresh  …        ? Help
      """)
  }

  @Test func `no match names the key that clears the search`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.query = .parse("kia x")
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                  0/49,582 · filter: kia x
            Make       Model             Year  Class            Fuel          Economy


                                       No car matches
                            None of 49,582 cars answers "kia x".

                                    Esc Clear the search



       Enter Open  Space Mark  Esc Clear  / Search  f Follow  s Sort  …        ? Help
      """)
  }

  @Test func `a misspelled search says what was meant, and Tab searches for that`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.query = .parse("kai electrc")
    stub.state.suggestion = "kia electric"
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                            0/49,582 · filter: kai electrc
            Make       Model             Year  Class            Fuel          Economy

                                       No car matches
                None of 49,582 cars answers "kai electrc". Did you mean "kia
                                         electric"?

                                    Tab Search for that
                                    Esc Clear the search


       Enter Open  Space Mark  Tab Correct the search  Esc Clear  / Search  …  ? Help
      """)
    screen.terminal.press("/", .tab)
    #expect(stub.actions == [.setQuery("kia electric")])
  }

  @Test func `following nothing yet is not the same as no match`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.favouritesOnly = true
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                         0/49,582 · ★ only
            Make       Model             Year  Class            Fuel          Economy


                                   You follow no car yet
                A car that you follow has a star and survives every refresh.

                                      F Show all cars



       Enter Open  Space Mark  Esc Show all  / Search  f Follow  s Sort  …     ? Help
      """)
  }

  @Test func `a catalogue that cannot be read says why and names the key that tries again`() {
    stub.state = .showing([])
    stub.state.failure = .store(.corrupt(detail: "malformed"), path: "/data/catalogue.sqlite")
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                                       0/0
            Make       Model             Year  Class            Fuel          Economy

                                ✗ The cars cannot be loaded
                  The catalogue database /data/catalogue.sqlite is damaged
                  (malformed); move it away and start again, then refresh.

                                        r Try again



       Enter Open  Space Mark  / Search  f Follow  s Sort  r Refresh  …        ? Help
      """)
  }

  @Test func `while refreshing the rows stay, and the title says how far it is`() async {
    let screen = CarListScreen(reactor, height: 12)
    screen.terminal.press(.down, .down)
    stub.state.isRefreshing = true
    stub.state.progress = RefreshProgress(phase: .importing, completedBytes: 45, totalBytes: 100, cars: 12_400)
    await screen.clock.advance(by: .milliseconds(160))
    screen.shows(
      """
       Cars                                             Reading 12,400 cars 45% · 3/8
      ⠋     Make       Model             Year  Class            Fuel          Economy
            BMW        520d              2021  Executive car    Diesel        49 mpg
            Hyundai    Avante            2022  Compact car      Petrol        36 mpg
      ▸  ★  Kia        EV6               2022  Small SUV        Electric     117 MPGe
            Kia        K5                2021  Midsize car      Petrol        32 mpg
            Kia        K5                2018  Midsize car      Petrol        27 mpg
            Tesla      Model 3           2023  Midsize car      Electric     132 MPGe
            Toyota     Prius             2020  Midsize car      Hybrid        56 mpg
            현대       그랜저            2023  Large car        Petrol         –
      ███████████████████▍░░░░░░░░░░░░░░░░░░░░░░░  45%  Reading 12,400 cars · 45/100 B
       Enter Open  Space Mark  x Cancel refresh  / Search  f Follow  s Sort …  ? Help
      """)
  }

  @Test func `a failed refresh is an alert over the rows, with its cause and a retry`() {
    let screen = CarListScreen(reactor, height: 14)
    stub.state.alert = .init(
      "Refreshing failed", cause: "Nothing answers at the source (connection refused).", retry: .refresh)
    screen.shows(
      """
       Cars                                                                       1/8
            Make       Model             Year  Class            Fuel          Economy
      ▸     BMW        520d              2021  Executive car    Diesel        49 mpg
            Hyundai    Avante            2022  Compact car      Petrol        36 mpg
         ★  Kia   ╭─ Refreshing failed ─────────────────────────────────╮    117 MPGe
            Kia   │ Nothing answers at the source (connection refused). │     32 mpg
            Kia   │                                                     │     27 mpg
            Tesla │                                   [r Retry]  Close  │    132 MPGe
            Toyota╰─────────────────────────────────────────────────────╯     56 mpg
            현대       그랜저            2023  Large car        Petrol         –



       r Retry  Esc Close                                                      ? Help
      """)
    screen.terminal.press("r")
    #expect(stub.actions == [.refresh])
    #expect(!screen.text.contains("Refreshing failed"))
  }

  @Test func `the outcome of a refresh is a toast that goes by itself`() async {
    let screen = CarListScreen(reactor, height: 12)
    stub.state.toast = .init("3,806 new, 26 changed, 1 gone", isSuccess: true)
    #expect(screen.rows[10].hasSuffix("✓ 3,806 new, 26 changed, 1 gone"))
    await screen.clock.advance(by: .seconds(2))
    #expect(!screen.text.contains("3,806"))
  }

  @Test func `control characters in a name never reach the terminal`() {
    stub.state = .showing([Car(id: 1, make: "K\u{1B}[2Jia", model: "\u{202E}5K", year: 2021)])
    let screen = CarListScreen(reactor, height: 12)
    #expect(!screen.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    #expect(screen.text.contains("[2Jia"))
  }
}
