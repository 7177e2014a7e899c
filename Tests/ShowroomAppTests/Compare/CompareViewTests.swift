import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp

@MainActor
@Suite(.timeLimit(.minutes(20)))
final class CompareViewTests: CompareScreens {
  @Test(arguments: [(80, 24), (120, 40), (200, 60), (50, 12)])
  func `messages cover no name of a compared car`(width: Int, height: Int) throws {
    let stage = Stage(width, height)
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.columns[0].isFavorite = true
    let before = stage.text.components(separatedBy: "\n")
    let rule = try #require(before.firstIndex { $0.contains("────") })

    for text in ["Saved", "Uploaded 3 files", "Copied 4 cars"] { stage.window.toast(text, kind: .success) }

    #expect(stage.text.contains("Copied 4 cars"))
    #expect(stage.text.components(separatedBy: "\n")[...rule] == before[...rule])
    withExtendedLifetime(reactor) {}
  }

  @Test func `on a wide screen no text wraps while there is space`() async throws {
    let showcase = try await Showcase(
      [
        Showcase.entry(1, "Kia", "Niro", 2021, class: "Small Sport Utility Vehicle 4WD"),
        Showcase.entry(2, "Hyundai", "Ioniq 6 Long Range All-Wheel Drive Limited Edition", 2024),
      ], loadIndex: false)
    let stage = Stage(200, 60)
    let reactor = CompareReactor(ids: [1, 2], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)
    #expect(stage.text.contains("Small Sport Utility Vehicle 4WD"))
    #expect(stage.terminal.rows[1].contains("▸ Kia Niro"))
    #expect(stage.terminal.rows[1].contains("Hyundai Ioniq 6 Long Range All-Wheel Drive Limited Edition"))
    #expect(stage.terminal.rows[2].contains("2021"), "the year follows the name")
  }

  @Test(arguments: [(80, 24), (120, 40), (50, 12), (15, 4), (0, 0)])
  func `names that differ only at the end differ on the screen, at any size`(width: Int, height: Int) async throws {
    let name = "Ioniq 6 Long Range All-Wheel Drive Limited Edition"
    let showcase = try await Showcase(
      [
        Showcase.entry(1, "Hyundai", "\(name) (18 inch Wheels)", 2024),
        Showcase.entry(2, "Hyundai", "\(name) (20 inch Wheels)", 2024),
        Showcase.entry(3, "Hyundai", name, 2024), Showcase.entry(4, "Kia", "Niro", 2021),
      ], loadIndex: false)
    let stage = Stage()
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)
    stage.terminal.resize(to: Size(width: width, height: height))
    let text = stage.text

    guard width >= 50 else { return }
    #expect(text.contains("… (18") && text.contains("… (20"), "\(text)")
    #expect(width == 50 || text.contains("Ioniq 6"), "a name that others continue is cut at its end: \(text)")
  }

  @Test func `models whose variants have the same name differ on the screen`() async throws {
    let names = ["Palisade Hybrid FWD", "Palisade Hybrid FWD Blue", "Tucson Hybrid", "Tucson Hybrid Blue"]
    let showcase = try await Showcase(
      names.enumerated().map { place, name in Showcase.entry(place + 1, "Hyundai", name, 2026) }, loadIndex: false)
    let stage = Stage()
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)

    #expect(stage.text.contains("… Palisade"), "\(stage.text)")
    #expect(stage.text.contains("… Tucson"), "\(stage.text)")
  }

  @Test func `all numbers in a row have a bar, even if one of them is longer than the others`() async throws {
    let volumes = ["2718", "null", "2973", "2832"]
    let showcase = try await Showcase(
      volumes.enumerated().map { place, liters in
        Showcase.entry(place + 1, "Kia", "Niro", 2021, more: #""passengerVolume": \#(liters)"#)
      }, loadIndex: false)
    let stage = Stage(120, 40)
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)

    let row = try #require(stage.text.split(separator: "\n").first { $0.contains("Passenger space") })
    #expect(row.contains("96 cu ft  █") && row.contains("105 cu ft █") && row.contains("100 cu ft █"), "\(row)")
  }

  @Test func `a single car has no differences to count`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1, 4], on: stage)
    #expect(stage.text.contains(" 2 cars, 9 differences\n"), "\(stage.text)")

    stub.state.columns.removeLast()
    #expect(stage.text.contains("  1 car\n"), "\(stage.text)")
    stub.state.onlyDifferences = true
    #expect(stage.text.contains("There is no other car to compare this one with."))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a failure to load the cars shows the cause`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1], on: stage)
    stub.state.failure = .canceled
    #expect(stage.text.contains("Could not load the cars"))
    #expect(stage.text.contains("r Retry"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `← and → move between the cars, and ← goes back from the first one`() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.press(.right, "x", "d", .enter)
    #expect(stub.actions == [.load, .select(1), .remove, .toggleDifferences, .open])
    stub.state.selected = 1
    stage.terminal.press(.right, "h")
    #expect(stub.actions.dropFirst(5) == [.select(0)])
    stub.state.selected = 0
    stage.terminal.press(.left)
    #expect(stage.navigation.screens.count == 1)
    withExtendedLifetime(reactor) {}
  }

  @Test func `a click selects a car, and a second click opens it`() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 2)))])
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 8), clickCount: 2))])
    #expect(stub.actions == [.load, .select(1), .select(1), .open])
    withExtendedLifetime(reactor) {}
  }
}
