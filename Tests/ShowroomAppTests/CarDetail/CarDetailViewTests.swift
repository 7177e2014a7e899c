import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The detail screen: what it does")
final class CarDetailViewTests: CarDetailScreens {
  @Test("keeps the room of the bars while they are being made, so that nothing jumps when they come")
  func nothingJumps() {
    let stage = Stage(80, 40)
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    let before = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    stub.state = state(.car(CarPage(car: Self.car, pictures: CarPage.Pictures(standings: Self.pictures.standings))))
    let after = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    for title in ["Consumption  31 mpg", "CO₂  286 g/mi", "Fuel a year  $1,450"] {
      let row = before.firstIndex { $0.hasPrefix(" \(title)") }
      #expect(row != nil)
      #expect(row == after.firstIndex { $0.hasPrefix(" \(title)") })
    }
    withExtendedLifetime(reactor) {}
  }

  @Test("says that the comparison is still being made once that has lasted")
  func latePictures() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    #expect(!stage.text.contains("Comparing"))
    stub.state.arePicturesLate = true
    #expect(stage.text.contains("Comparing with the other cars"))
    withExtendedLifetime(reactor) {}
  }

  @Test("says which car is gone, and which keys help")
  func gone() {
    let stage = Stage(60, 14)
    let shown = show(state(.gone(name: "Kia K5 2021")), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021                                   2/340


                          Kia K5 2021 is gone
         The catalogue no longer has it: a refresh, here or in
                     another program, took it away.

                               Esc back
                               n next car




       n Next  p Previous  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("says why the car could not be read, and r tries again")
  func failed() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.failed(.cancelled)), on: stage)
    stage.expect(
      """
       Cars › Car                                           2/340


                      ✗ The car could not be read
                 Cancelled; the catalogue is as it was.

                              r try again
                              Esc back





       n Next  p Previous  Esc Back
      """)
    let before = stub.actions.count
    stage.terminal.press("r", "R", .f5)
    #expect(stub.actions.dropFirst(before) == [.load, .load, .load])
    withExtendedLifetime(reactor) {}
  }

  @Test("sends what each key asks for, and nothing at the end of the list")
  func keys() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    #expect(stub.actions == [.load])
    stage.terminal.press("n", "]", "p", "[", "f", "e")
    #expect(stub.actions.dropFirst() == [.next, .next, .previous, .previous, .toggleFavourite, .editNote])

    stub.state = state(.car(Self.full), at: 339)
    stage.terminal.press("n", "]")
    #expect(stub.actions.count == 7)
    #expect(!stage.text.contains("n Next"))
    withExtendedLifetime(reactor) {}
  }

  @Test("shows the next car from its top, and the same car where it was")
  func scrolling() {
    let stage = Stage(50, 12)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stage.terminal.press("j", "j", "j")
    let scrolled = stage.text
    var changed = Self.full
    changed.userData.isFavourite = false
    stub.state = state(.car(changed))
    #expect(stage.terminal.rows[1] == scrolled.split(separator: "\n")[1])
    stage.window.render()
    #expect(stage.terminal.rows[1].hasPrefix(" Fuel"))

    var other = Self.full
    other.car.id = 43
    stub.state = state(.car(other))
    #expect(stage.text.contains(" Kia K5 2021  ★ followed"))
    withExtendedLifetime(reactor) {}
  }

  @Test("scrolls with the wheel and the scrollbar")
  func mouse() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.wheelDown, at: Point(x: 5, y: 5)))])
    #expect(stage.terminal.rows[1].hasPrefix(" Fuel"))
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 49, y: 10)))])
    #expect(stage.text.contains("▲2021"))
    withExtendedLifetime(shown) {}
  }

  @Test("says what failed in an alert, whose r sends what tries again")
  func alert() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stub.state.alert = RetryableFailure(
      title: "Kia K5 2021 could not be followed", error: CatalogueError.cancelled, retry: .setFavourite(true, 42))
    #expect(stage.text.contains("Kia K5 2021 could not be followed"))
    #expect(stage.text.contains("Cancelled; the catalogue is as it was."))
    stage.terminal.press("r")
    #expect(stub.actions.last == .setFavourite(true, 42))
    #expect(!stage.text.contains("could not be followed"))
    withExtendedLifetime(reactor) {}
  }

  @Test("means the same without colours, and in the light theme", arguments: [Theme.mono, .light])
  func themes(theme: Theme) {
    let stage = Stage(theme: theme)
    let reference = Stage()
    let shown = [show(state(.car(Self.full)), on: stage), show(state(.car(Self.full)), on: reference)]
    #expect(stage.text == reference.text)
    #expect(stage.style(of: "better than 82 %") == theme[.good])
    #expect(stage.style(of: "the worst") == theme[.bad])
    #expect(stage.style(of: "★ followed") == theme[.mark])
    if theme == .mono {
      let cells = stage.terminal.cells
      #expect(cells.allSatisfy { $0.style.foreground == .default && $0.style.background == .default })
    }
    withExtendedLifetime(shown) {}
  }
}
