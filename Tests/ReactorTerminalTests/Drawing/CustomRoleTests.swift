import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

extension Role {
  fileprivate static let work = Role.custom("test.work", fallback: .accent)
  fileprivate static let travel = Role.custom("test.travel", fallback: .good)
}

@MainActor
@Suite struct CustomRoleTests {
  @Test(arguments: Theme.all)
  func `a theme that does not define a role shows its fallback`(theme: Theme) {
    #expect(theme[.work] == theme[.accent] && theme[.travel] == theme[.good])
    #expect(theme.styling([.travel: .plain.reverse])[.work] == theme[.accent])
  }

  @Test func `a theme defines roles and replaces those of the library`() {
    let orange = Style(foreground: .hex(0xffaf5f))
    let theme = Theme.dark.styling([.work: orange, .error: .plain.underline])

    #expect(theme[.work] == orange && theme[.error] == .plain.underline)
    #expect(theme[.travel] == Theme.dark[.good] && theme[.text] == .plain)
    #expect(theme != .dark && theme.name == "dark")
    #expect(Theme.dark[.work] == Theme.dark[.accent])
  }

  @Test func `roles with the same name have the same style, regardless of their fallbacks`() {
    let same = Role.custom("test.work", fallback: .error)
    let theme = Theme.light.styling([.work: .plain.italic])

    #expect(theme[same] == .plain.italic)
    #expect(Theme.light[same] == Theme.light[.error])
    #expect(same != .work && .work == Role.custom("test.work", fallback: .accent))
  }

  @Test func `a custom role used as a fallback is replaced by its own fallback`() {
    let inner = Role.custom("test.inner", fallback: .travel)

    #expect(Theme.dark[inner] == Theme.dark[.good])
    if case .custom(let role) = inner {
      #expect(role.fallback == .good && "\(role)" == "test.inner")
    } else {
      Issue.record("not a custom role")
    }
  }

  @Test func `custom roles keep their meaning in every number of colors`() {
    let theme = Theme.dark.styling([.work: Style(foreground: .hex(0xffaf5f))])

    #expect(theme[.work].foreground.degraded(to: .palette256) == .indexed(215))
    #expect(theme[.work].foreground.degraded(to: .ansi16) != .default)
    #expect(Theme.mono.styling([.work: .plain.bold])[.work].attributes == .bold)
  }

  @Test func `roles are numbered in the order of the list`() {
    #expect(Role.allCases.map(\.index) == Array(Role.allCases.indices))
    #expect(MemoryLayout<Role>.stride <= 4)
  }

  @Test func `a custom role is drawn in the style of the window's theme`() {
    let stage = TestScreen(8, 1, theme: Theme.dark.styling([.work: .plain.underline]))
    stage.show(Label([Span("work ", .work), Span("trip", .travel)]))

    #expect(stage.styles(row: 0, ["w": .work, "t": .good]) == "wwwwwttt")
  }
}
