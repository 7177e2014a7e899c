extension Theme {
  /// White from the palette. It takes half as many bytes as an RGB color, and it occurs in the row that most keys
  /// redraw.
  private static let brightWhite = Color.indexed(15)

  /// The theme for dark backgrounds, up to the gray of `#2e3440`.
  public static let dark = Theme(name: "dark") { role in
    switch role {
    case .text, .custom: .plain
    case .secondary, .hint: Style(foreground: .hex(0xa8a8a8))
    case .accent, .info: Style(foreground: .hex(0x87d7ff))
    case .title: Style(foreground: .hex(0x87d7ff)).bold
    case .selection: Style(foreground: brightWhite, background: .hex(0x005f87))
    case .selectionInactive: Style(foreground: .hex(0xeeeeee), background: .hex(0x444444))
    case .highlight: Style(foreground: .hex(0x000000), background: .hex(0xffd75f))
    case .border, .scrollbar, .barEmpty: Style(foreground: .hex(0xa8a8a8))
    case .header: Style(foreground: .hex(0xd7d7af)).bold
    case .hintKey: Style(foreground: .hex(0xffd787)).bold
    case .error: Style(foreground: .hex(0xff8787)).bold
    case .bad: Style(foreground: .hex(0xff8787))
    case .warning, .mark: Style(foreground: .hex(0xffd75f))
    case .success, .good: Style(foreground: .hex(0x87d787))
    case .toast: Style(foreground: .hex(0xffffff), background: .hex(0x444444))
    case .alert: Style(foreground: .hex(0xffffff), background: .hex(0x303030))
    case .button: Style(foreground: .hex(0xeeeeee), background: .hex(0x4e4e4e))
    case .buttonFocused: Style(foreground: .hex(0xffffff), background: .hex(0x005f87)).bold
    case .field: Style(foreground: .hex(0xeeeeee), background: .hex(0x303030))
    case .fieldFocused: Style(foreground: .hex(0xffffff), background: .hex(0x3a3a3a))
    case .placeholder: Style(foreground: .hex(0xb2b2b2))
    case .barFilled: Style(foreground: .hex(0x5fafff))
    case .different: Style(foreground: .hex(0xffd787)).bold
    case .match: Style(foreground: .hex(0xffd75f)).bold
    }
  }

  /// The theme for light backgrounds, down to the cream of `#fdf6e3`.
  public static let light = Theme(name: "light") { role in
    switch role {
    case .text, .custom: .plain
    case .secondary, .hint: Style(foreground: .hex(0x5f5f5f))
    case .accent, .info: Style(foreground: .hex(0x005f87))
    case .title: Style(foreground: .hex(0x005f87)).bold
    case .selection: Style(foreground: brightWhite, background: .hex(0x005faf))
    case .selectionInactive: Style(foreground: .hex(0x000000), background: .hex(0xd0d0d0))
    case .highlight: Style(foreground: .hex(0x000000), background: .hex(0xffd75f))
    case .border, .scrollbar, .barEmpty: Style(foreground: .hex(0x5f5f5f))
    case .header: Style(foreground: .hex(0x5f3700)).bold
    case .hintKey: Style(foreground: .hex(0x870087)).bold
    case .error: Style(foreground: .hex(0xaf0000)).bold
    case .bad: Style(foreground: .hex(0xaf0000))
    case .warning, .mark: Style(foreground: .hex(0x875f00))
    case .success, .good: Style(foreground: .hex(0x005f00))
    case .toast: Style(foreground: .hex(0xffffff), background: .hex(0x444444))
    case .alert: Style(foreground: .hex(0x000000), background: .hex(0xe4e4e4))
    case .button: Style(foreground: .hex(0x000000), background: .hex(0xc6c6c6))
    case .buttonFocused: Style(foreground: .hex(0xffffff), background: .hex(0x005faf)).bold
    case .field: Style(foreground: .hex(0x000000), background: .hex(0xe4e4e4))
    case .fieldFocused: Style(foreground: .hex(0x000000), background: .hex(0xdadada))
    case .placeholder: Style(foreground: .hex(0x5f5f5f))
    case .barFilled: Style(foreground: .hex(0x005faf))
    case .different: Style(foreground: .hex(0x870087)).bold
    case .match: Style(foreground: .hex(0x875f00)).bold
    }
  }

  /// The theme for an unknown background. Its colors have a contrast of 4.5:1 both on black and on white.
  public static let neutral = Theme(name: "neutral") { role in
    switch role {
    case .text, .alert, .custom: .plain
    case .secondary, .hint, .border, .scrollbar, .barEmpty: Style(foreground: .hex(0x767676))
    case .accent, .info, .barFilled: Style(foreground: .hex(0x5f5fff))
    case .title: Style(foreground: .hex(0x5f5fff)).bold
    case .selection: Style(foreground: brightWhite, background: .hex(0x005f87))
    case .selectionInactive, .toast: Style(foreground: .hex(0xffffff), background: .hex(0x444444))
    case .highlight: Style(foreground: .hex(0x000000), background: .hex(0xffd75f))
    case .header: Style(foreground: .hex(0x00875f)).bold
    case .hintKey: Style(foreground: .hex(0x875fd7)).bold
    case .error: Style(foreground: .hex(0xaf5f5f)).bold
    case .bad: Style(foreground: .hex(0xaf5f5f))
    case .warning, .mark: Style(foreground: .hex(0xd700af))
    case .success, .good: Style(foreground: .hex(0x00875f))
    case .button: Style(foreground: .hex(0xeeeeee), background: .hex(0x4e4e4e))
    case .buttonFocused: Style(foreground: .hex(0xffffff), background: .hex(0x005f87)).bold
    case .field: Style(foreground: .hex(0xeeeeee), background: .hex(0x303030))
    case .fieldFocused: Style(foreground: .hex(0xffffff), background: .hex(0x3a3a3a))
    case .placeholder: Style(foreground: .hex(0x767676))
    case .different: Style(foreground: .hex(0xd700af)).bold
    case .match: Style(foreground: .hex(0xd700af)).bold
    }
  }

  /// The theme for terminals without colors. Attributes convey the meaning.
  public static let mono = Theme(name: "mono") { role in
    switch role {
    case .text, .secondary, .info, .hint, .border, .scrollbar, .barFilled, .barEmpty, .alert, .custom: .plain
    case .accent, .title, .hintKey, .error, .warning, .success, .mark, .good, .different: .plain.bold
    case .selection, .buttonFocused, .toast: .plain.reverse
    case .selectionInactive, .fieldFocused: .plain.bold.underline
    case .highlight, .header, .match: .plain.bold.underline
    case .button, .field, .bad: .plain.underline
    case .placeholder: .plain.dim
    }
  }
}
