extension Style {
  /// Returns the style with the nearest colors that a terminal with `depth` supports. Text in bold is never black,
  /// because terminals with few colors show that as dark gray.
  package func degraded(to depth: ColorDepth) -> Style {
    var style = self
    style.foreground = foreground.degraded(to: depth)
    style.background = background.degraded(to: depth)
    if depth < .palette256, style.foreground == .indexed(0), attributes.contains(.bold) {
      if style.background == .default { style.foreground = .default } else { style.attributes.remove(.bold) }
    }
    return style
  }
}

extension Color {
  /// Returns the nearest color that a terminal with `depth` supports.
  ///
  /// The 16 ANSI colors depend on the user's palette; this method assumes xterm's values. With eight colors it ignores
  /// brightness, so that text never gets the same color as its background.
  package func degraded(to depth: ColorDepth) -> Color {
    switch (kind, depth) {
    case (.default, _), (_, .monochrome): .default
    case (.indexed, .trueColor), (.rgb, .trueColor), (.indexed, .palette256): self
    case (.rgb(let red, let green, let blue), .palette256): .indexed(Self.paletteIndex(red, green, blue))
    case (.indexed(let index), .ansi16) where index < 16: self
    case (.indexed(let index), .ansi8) where index < 16: .indexed(index & 7)
    case (.indexed(let index), _): Self.nearest(to: Self.components(of: index), among: depth.rawValue)
    case (.rgb(let red, let green, let blue), _): Self.nearest(to: (red, green, blue), among: depth.rawValue)
    }
  }

  /// Whether the color is an ANSI color without a hue: black, gray or white.
  var isGray: Bool { [.indexed(0), .indexed(7), .indexed(8), .indexed(15)].contains(self) }

  /// Returns the red, green and blue components of an entry of xterm's palette.
  package static func components(of index: UInt8) -> (UInt8, UInt8, UInt8) {
    switch index {
    case 0..<16:
      let value = ansi[Int(index)]
      return (UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    case 16..<232:
      let cube = index - 16
      return (cubeLevels[Int(cube / 36)], cubeLevels[Int(cube / 6 % 6)], cubeLevels[Int(cube % 6)])
    default:
      let gray = 8 + (index - 232) * 10
      return (gray, gray, gray)
    }
  }

  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]
  private static let ansi: [UInt32] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
    0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ]

  private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let steps = [red, green, blue].map { level in
      UInt8(cubeLevels.indices.min { distance(cubeLevels[$0], level) < distance(cubeLevels[$1], level) } ?? 0)
    }
    let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    let average = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = UInt8(232 + max(0, min(23, (average - 3) / 10)))
    let wanted = (red, green, blue)
    return distance(components(of: gray), wanted) < distance(components(of: cube), wanted) ? gray : cube
  }

  private static func nearest(to wanted: (UInt8, UInt8, UInt8), among count: Int) -> Color {
    let best = (0..<UInt8(count)).min { distance(components(of: $0), wanted) < distance(components(of: $1), wanted) }
    return .indexed(best ?? 7)
  }

  private static func distance(_ left: UInt8, _ right: UInt8) -> Int { abs(Int(left) - Int(right)) }

  private static func distance(_ left: (UInt8, UInt8, UInt8), _ right: (UInt8, UInt8, UInt8)) -> Int {
    let (red, green, blue) = (distance(left.0, right.0), distance(left.1, right.1), distance(left.2, right.2))
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}
