import ReactorTerminalCore
import ReactorTesting
import ShowroomSettings
import Testing

@testable import ShowroomDemo

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TourProgramTests {
  private let window = TestScreen(80, 24).window

  @Test(arguments: [(Theme.dark, ThemeChoice.dark), (.light, .light), (.mono, .mono)])
  func `the tour has the theme and the characters that the user has chosen`(theme: Theme, choice: ThemeChoice) {
    window.theme = theme
    window.isASCII = true

    #expect(
      TourProgram.arguments(in: window)
        == ["showroom", "demo", "--quit-at-end", "--theme", choice.rawValue, "--ascii"])
  }

  @Test(arguments: [Theme.dark, .light, .neutral])
  func `in a terminal whose background decides the theme, the tour adapts as well`(theme: Theme) {
    window.adaptiveTheme = AdaptiveTheme(unknown: .neutral)
    window.theme = theme

    #expect(
      TourProgram.arguments(in: window)
        == ["showroom", "demo", "--quit-at-end", "--theme", ThemeChoice.auto.rawValue, "--no-ascii"])
  }

  @Test func `every value of the theme setting is a value of the option`() {
    #expect(Set(Theme.all.map(\.name) + [AdaptiveTheme.name]) == Set(ThemeChoice.allCases.map(\.rawValue)))
  }
}
