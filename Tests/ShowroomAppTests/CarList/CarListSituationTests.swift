import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import Testing

@testable import ShowroomApp

/// The screens while loading, empty, without matches, failed and refreshing, each with suggested keys.
@MainActor
struct CarListSituationTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  init() async throws {
    reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    stub = reactor.stub()
    stub.state = .showing(favorites: [3])
  }

  @Test func `the loading message appears only after a delay`() async {
    stub.state = .init()
    let screen = CarListScreen(reactor, height: 12)
    await screen.clock.advance(by: .milliseconds(140))
    #expect(!screen.text.contains("Loading"))
    await screen.clock.advance(by: .milliseconds(20))
    screen.shows(
      """
       Cars                                                                       0/0
          Make           Model                    Year  Class       Fuel         mpg



                                      ⠋ Loading cars





       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `an empty catalog shows the key that refreshes it`() {
    stub.state = .showing([])
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                                       0/0
          Make           Model                    Year  Class       Fuel         mpg

                                        No cars yet
                                 Refresh to load cars from
                           https://example.org/vehicles.csv.zip.

                                         r Refresh



       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `commands that act on the selected car are disabled in an empty list`() {
    let commands: Set<CommandID> = ["cars.favorite", "cars.upload", "cars.price", "cars.copyLine"]
    let screen = CarListScreen(reactor, height: 12)
    func offered() -> Set<CommandID> {
      commands.intersection(screen.window.activeCommands.filter(\.isEnabled).map(\.binding.id))
    }
    #expect(offered() == commands)

    stub.state = .showing([], stamp: 2)

    #expect(offered().isEmpty)
  }

  @Test func `a search without matches shows the key that clears it`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.query = .parse("kia x")
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                  0/49,582 · filter: kia x
          Make           Model                    Year  Class       Fuel         mpg


                                      No matching cars
                           No matches for "kia x" in 49,582 cars.

                                      Esc Clear search



       Enter Open  Space Mark  Esc Clear  / Search  f Favorite  s Sort  +12    ? Help
      """)
  }

  @Test func `a misspelled search shows a suggestion, and Tab uses it`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.query = .parse("kai electrc")
    stub.state.answer()
    stub.state.suggestion = "kia electric"
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                            0/49,582 · filter: kai electrc
          Make           Model                    Year  Class       Fuel         mpg
                                      No matching cars
                 No matches for "kai electrc" in 49,582 cars. Did you mean
                                      "kia electric"?

                                     Tab Use suggestion
                                     Esc Clear search

      /kai electrc
       Did you mean "kia electric"? Tab uses it
       Enter Open  Space Mark  Tab Use suggestion  Esc Clear  / Search  +14    ? Help
      """)
    screen.terminal.press("/", .tab)
    #expect(stub.actions == [.setQuery("kia electric")])
  }

  @Test func `cars that nearly match are shown with a message below the query`() {
    stub.state.query = .parse("hundai")
    stub.state.listing = stub.state.listing.answering("hundai")
    stub.state.unknownWords = ["hundai"]
    stub.state.suggestion = "hyundai"
    let screen = CarListScreen(reactor, height: 12)

    #expect(screen.rows[9] == "/hundai")
    #expect(screen.rows[10] == " Nothing matches \"hundai\". Showing cars that match with one letter changed.")
    screen.terminal.press(.tab)
    #expect(stub.actions == [.setQuery("hyundai")])
  }

  @Test func `a filter that is still being typed is not an error`() {
    stub.state.query = .parse("mpg> year:x")
    let spans = QueryMessage(stub.state, useKey: nil).spans

    #expect(spans.map(\.role) == [.hint, .warning])
    #expect(spans.first?.text == "mpg> needs a value.")
  }

  @Test func `an incomplete filter is ignored visibly as soon as the search field loses the focus`() {
    let screen = CarListScreen(reactor, height: 12)
    screen.terminal.press("/")
    screen.terminal.type("kia mpg:20,30")
    stub.state.query = .parse("kia mpg:20,30")
    #expect(screen.rows[0].hasSuffix("1/8 · filter: kia"), "\(screen.text)")

    screen.terminal.press(.enter)

    #expect(screen.rows[0].hasSuffix("1/8 · filter: kia · ignored: mpg:20,30"), "\(screen.text)")
  }

  @Test func `a list without favorites differs from a search without matches`() {
    stub.state = .showing([])
    stub.state.total = 49_582
    stub.state.favoritesOnly = true
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                         0/49,582 · ★ only
          Make           Model                    Year  Class       Fuel         mpg

                                      No favorites yet
                   Favorites are marked with a star, and a refresh never
                                       removes them.

                                      F Show all cars



       Enter Open  Space Mark  Esc Show all  / Search  f Favorite  +13         ? Help
      """)
  }

  @Test func `a catalog that cannot be loaded shows the cause and the key that retries`() {
    stub.state = .showing([])
    stub.state.failure = .store(.corrupt(detail: "malformed"), path: "/data/catalog.sqlite")
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                                                       0/0
          Make           Model                    Year  Class       Fuel         mpg

                                 ✗ Could not load the cars
                   The catalog database /data/catalog.sqlite is corrupted
                    (malformed). Move it aside, start again and refresh.

                                          r Retry



       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `a long query is shortened, so that the hints stay on the screen`() {
    stub.state = .showing([])
    stub.state.total = 343
    stub.state.query = .parse(String(repeating: "kia electric ", count: 30))
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.shows(
      """
       Cars 0/343 · filter: kia electric kia electr… ·…
          Make           Model            Year     mpg
                       No matching cars
        No matches for "kia electric kia electric kia
                   electric …" in 343 cars.

                       Esc Clear search


      /electric kia electric kia electric kia electric
       A query may have at most 32 words.
       Enter Open  Space Mark  Esc Clear  +15    ? Help
      """)
  }

  @Test func `a search in cars that cannot be loaded shows the failure in place of other rows`() {
    stub.state.total = 49_582
    stub.state.failure = .store(.corrupt(detail: "malformed"), path: "/data/catalog.sqlite")
    let screen = CarListScreen(reactor, height: 12)
    #expect(screen.text.contains("520d"), "the first rows are known")

    stub.state.query = .parse("kia ev6")
    screen.shows(
      """
       Cars
          Make     Model    Year  Class          Fuel      Economy mpg   CO₂  $/year

                                 ✗ Could not load the cars
                   The catalog database /data/catalog.sqlite is corrupted
                    (malformed). Move it aside, start again and refresh.

                                      r Retry
                                      Esc Clear search


       Enter Open  Space Mark  Esc Clear  / Search  f Favorite  s Sort  +12    ? Help
      """)
    stub.state.query = .all
    #expect(screen.text.contains("520d"))
    stub.state.sort = Sort(.year, ascending: true)
    #expect(!screen.text.contains("520d"))
  }

  @Test func `a refresh that waits for the user shows no progress`() async {
    let screen = CarListScreen(reactor, height: 12)
    stub.state.isRefreshing = true
    stub.state.progress = RefreshProgress(phase: .importing, completedBytes: 100, totalBytes: 100, cars: 12_400)
    await screen.clock.advance(by: .milliseconds(160))
    #expect(screen.rows[0].hasSuffix("Reading 12,400 cars 100% · 1/8"))
    #expect(screen.rows[1].hasPrefix("⠋") && screen.rows[10].contains("100%"))

    stub.state.isAwaitingApproval = true
    await screen.clock.advance(by: .milliseconds(160))
    #expect(screen.rows[0].hasSuffix("  1/8"))
    #expect(!screen.text.contains("⠋") && !screen.text.contains("100%"))
  }

  @Test func `during a refresh the rows stay, and the title bar shows the progress`() async {
    let screen = CarListScreen(reactor, height: 12)
    screen.terminal.press(.down, .down)
    stub.state.isRefreshing = true
    stub.state.progress = RefreshProgress(phase: .importing, completedBytes: 45, totalBytes: 100, cars: 12_400)
    await screen.clock.advance(by: .milliseconds(160))
    screen.shows(
      """
       Cars                                             Reading 12,400 cars 45% · 3/8
      ⠋   Make     Model    Year  Class          Fuel      Economy mpg   CO₂  $/year
          BMW      520d     2023  Executive car  Diesel     49 ██▋       203   1,200
          Hyundai  Avante   2022  Compact car    Gasoline   36 █▉        246   1,350
      ▸ ★ Kia      EV6      2022  Small SUV      Electric  117 ██████▎     0     600
          Kia      K5       2021  Midsize car    Gasoline   32 █▊        277   1,500
          Kia      K5       2018  Midsize car    Gasoline   27 █▍        329   1,800
          Tesla    Model 3  2018  Midsize car    Electric  132 ███████     0     500
          Toyota   Prius    2017  Midsize car    Hybrid     56 ███       160     850
          현대     그랜저   2016  Large car      Gasoline    –             –       –
      ███████████████████▍░░░░░░░░░░░░░░░░░░░░░░░  45%  Reading 12,400 cars · 45/100 B
       x Cancel refresh  Enter Open  Space Mark  / Search  f Favorite  +13     ? Help
      """)
  }

  @Test func `during a refresh a narrow window shows the key that cancels it`() {
    let screen = CarListScreen(reactor, width: 50, height: 12)
    #expect(screen.rows[11].hasPrefix(" Enter Open  Space Mark  "))

    stub.state.isRefreshing = true

    #expect(screen.rows[11].hasPrefix(" x Cancel refresh  Enter Open  "), "\(screen.rows[11])")
  }

  @Test func `a failed refresh shows an alert over the rows with its cause and a retry`() {
    let screen = CarListScreen(reactor, height: 14)
    stub.output(
      .message(
        .alert("Refresh failed", text: "Nothing answers at the source (connection refused).", retry: .refresh)))
    screen.shows(
      """
       Cars                                                                       1/8
          Make     Model    Year  Class          Fuel      Economy mpg   CO₂  $/year
      ▸   BMW      520d     2023  Executive car  Diesel     49 ██▋       203   1,200
          Hyundai  Avante   2022  Compact car    Gasoline   36 █▉        246   1,350
        ★ Kia     ╭─ Refresh failed ────────────────────────────────────╮  0     600
          Kia     │ Nothing answers at the source (connection refused). │277   1,500
          Kia     │                                                     │329   1,800
          Tesla   │                                   [r Retry]  Close  │  0     500
          Toyota  ╰─────────────────────────────────────────────────────╯160     850
          현대     그랜저   2016  Large car      Gasoline    –             –       –



       r Retry  Esc Close                                                      ? Help
      """)
    screen.terminal.press("r")
    #expect(stub.actions == [.refresh])
    #expect(!screen.text.contains("Refresh failed"))
  }

  @Test func `the outcome of a refresh is a toast that expires`() async {
    let screen = CarListScreen(reactor, height: 12)
    stub.output(.message(.toast("3,806 new, 26 changed, 1 gone", kind: .success)))
    // Below the headings and the selected row.
    #expect(screen.rows[3].hasSuffix("✓ 3,806 new, 26 changed, 1 gone"))
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
