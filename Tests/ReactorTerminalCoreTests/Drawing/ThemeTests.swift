import Foundation
import Testing

@testable import ReactorTerminalCore

@Suite struct ThemeTests {
  /// Returns the contrast according to WCAG 2, from 1 to 21.
  private func contrast(_ one: Color, _ other: Color) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The darkest bright white of the palettes in common use.
  private static let darkestBrightWhite = Color.hex(0xe6e6e6)

  private func luminance(_ color: Color) -> Double {
    let color = color == .indexed(15) ? Self.darkestBrightWhite : color
    guard case .rgb(let red, let green, let blue) = color.kind else { return .nan }
    let linear = [red, green, blue].map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private static let darkBackgrounds: [Color] = [.hex(0x000000), .hex(0x2e3440)]
  private static let lightBackgrounds: [Color] = [.hex(0xffffff), .hex(0xfdf6e3)]
  private static let anyBackgrounds: [Color] = [.hex(0x000000), .hex(0xffffff)]

  @Test(arguments: [
    (Theme.dark, darkBackgrounds), (Theme.light, lightBackgrounds), (Theme.neutral, anyBackgrounds),
  ])
  func `every role has a contrast of at least 4.5 to 1`(theme: Theme, terminal: [Color]) {
    for role in Role.allCases {
      let style = theme[role]
      // The user chose the terminal's default colors.
      guard style.foreground != .default else { continue }
      for background in style.background == .default ? terminal : [style.background] {
        let found = contrast(style.foreground, background)
        #expect(found >= 4.5, "\(theme.name) \(role): \(found) on \(background)")
      }
    }
  }

  @Test(arguments: [(Theme.dark, darkBackgrounds), (Theme.light, lightBackgrounds)])
  func `a placeholder is legible in both kinds of fields`(theme: Theme, terminal: [Color]) {
    for field in [Role.field, .fieldFocused, .alert] {
      #expect(contrast(theme[.placeholder].foreground, theme[field].background) >= 4.5)
    }
  }

  @Test(arguments: [Theme.dark, .light], [ColorDepth.palette256, .ansi16, .ansi8])
  func `text never gets the color of its background when colors are few`(theme: Theme, depth: ColorDepth) {
    let terminal: Color = theme == .dark ? .indexed(0) : .indexed(depth == .ansi8 ? 7 : 15)
    for role in Role.allCases where theme[role].foreground != .default {
      let background = theme[role].background.degraded(to: depth)
      #expect(
        theme[role].foreground.degraded(to: depth) != (background == .default ? terminal : background),
        "\(theme.name) \(role) at \(depth)")
    }
  }

  @Test(arguments: [Theme.dark, .light, .neutral], [ColorDepth.ansi16, .ansi8])
  func `text in bold is never black when colors are few`(theme: Theme, depth: ColorDepth) {
    for role in Role.allCases {
      let style = theme[role].degraded(to: depth)
      #expect(style.foreground != .indexed(0) || !style.attributes.contains(.bold), "\(theme.name) \(role)")
    }
  }

  private static let themes = [Theme.dark, .light, .neutral, .mono]
  /// The default colors of terminals, which may be in the palette as well.
  private static let terminals: [(text: Color, ground: Color)] = [
    (.indexed(7), .indexed(0)), (.indexed(0), .indexed(7)), (.indexed(0), .indexed(15)),
  ]

  @Test(arguments: themes, [ColorDepth.trueColor, .palette256, .ansi16, .ansi8, .monochrome])
  func `both selections and other text look different in every number of colors`(theme: Theme, depth: ColorDepth) {
    for (text, ground) in Self.terminals {
      let looks = [Role.selection, .selectionInactive, .text].map { role in
        var style = theme.suited(to: depth)[role].degraded(to: depth)
        if style.foreground == .default { style.foreground = text }
        if style.background == .default { style.background = ground }
        return style
      }
      #expect(Set(looks).count == 3, "\(theme.name) at \(depth): \(looks)")
    }
  }

  @Test(arguments: [Theme.dark, .light], [ColorDepth.ansi16, .ansi8])
  func `the selection is legible when colors are few`(theme: Theme, depth: ColorDepth) {
    for role in [Role.selection, .buttonFocused] {
      let style = theme.suited(to: depth)[role].degraded(to: depth)
      let found = contrast(rgb(style.foreground), rgb(style.background))
      #expect(found >= 4.5, "\(theme.name) \(role) at \(depth): \(found)")
    }
  }

  /// Returns a color of xterm's palette by its components.
  private func rgb(_ color: Color) -> Color {
    guard case .indexed(let index) = color.kind else { return color }
    let (red, green, blue) = Color.components(of: index)
    return .rgb(red, green, blue)
  }

  @Test(arguments: [ColorDepth.ansi16, .ansi8, .monochrome])
  func `the theme for any background uses no colors if the terminal has only a few`(depth: ColorDepth) {
    let shown = Theme.neutral.suited(to: depth)
    for role in Role.allCases { #expect(!shown[role].hasColors, "\(role)") }
  }

  @Test func `without colors, a custom role has the style of its fallback, unless its own style has no colors`() {
    let (colored, plain) = (Role.custom("test.colored", fallback: .error), Role.custom("test.plain", fallback: .error))
    let theme = Theme.dark.styling([colored: Style(foreground: .hex(0xffaf5f)), plain: .plain.italic])

    let shown = theme.suited(to: .monochrome)

    #expect(shown[colored] == Theme.mono[.error] && shown[plain] == .plain.italic)
    #expect(Theme.mono.suited(to: .monochrome) == .mono && theme.suited(to: .palette256) == theme)
  }

  @Test func `an unknown background gets colors that suit any background, unless the environment reports it`() {
    #expect(Theme.automatic(environment: [:], isBackgroundUnknown: true) == .neutral)
    #expect(Theme.automatic(environment: ["COLORFGBG": "0;15"], isBackgroundUnknown: true) == .light)
    #expect(Theme.automatic(environment: ["NO_COLOR": "1"], isBackgroundUnknown: true) == .mono)
  }

  @Test func `the monochrome theme shows the selection without colors`() {
    for role in Role.allCases {
      #expect(Theme.mono[role].foreground == .default && Theme.mono[role].background == .default)
    }
    #expect(Theme.mono[.selection].attributes.contains(.reverse))
    #expect(Theme.mono[.selection] != Theme.mono[.selectionInactive])
    #expect(Theme.mono[.buttonFocused] != Theme.mono[.button])
  }

  @Test(arguments: [
    ([:], "dark"), (["NO_COLOR": "1"], "mono"), (["NO_COLOR": ""], "dark"), (["COLORFGBG": "0;15"], "light"),
    (["COLORFGBG": "15;0"], "dark"), (["COLORFGBG": "0;default;15"], "light"),
    (["COLORFGBG": "0;15", "NO_COLOR": "1"], "mono"),
  ])
  func `the environment selects a theme`(environment: [String: String], name: String) {
    #expect(Theme.automatic(environment: environment).name == name)
  }

  @Test func `every symbol is one column wide and the ASCII ones are ASCII`() {
    for (glyphs, isASCII) in [(Theme.Glyphs.unicode, false), (.ascii, true)] {
      let box = glyphs.box
      let signs =
        [
          box.horizontal, box.vertical, box.topLeft, box.topRight, box.bottomLeft, box.bottomRight, box.teeDown,
          box.teeUp, box.teeRight, box.teeLeft, box.cross, glyphs.ellipsis, glyphs.starFilled, glyphs.starEmpty,
          glyphs.pointer, glyphs.breadcrumb, glyphs.checked, glyphs.unchecked, glyphs.tick, glyphs.failure,
          glyphs.bullet, glyphs.up, glyphs.down, glyphs.left, glyphs.right, glyphs.barEmpty, glyphs.scrollThumb,
          glyphs.scrollTrack,
        ] + glyphs.barEighths + glyphs.chartLevels + glyphs.spinner
      #expect([glyphs.boxChecked, glyphs.boxUnchecked].allSatisfy { displayWidth(of: $0) == (isASCII ? 3 : 1) })
      for sign in signs {
        #expect(displayWidth(of: sign) == 1, "\(sign)")
        #expect(!isASCII || sign.isASCII, "\(sign)")
      }
    }
    #expect(Theme.Glyphs.ascii.spinner.count == 1)
  }
}
