import ReactorTerminalCore

/// The settings at the top of a tape.
public struct TapeSettings: Sendable, Hashable {
  /// The number of columns; `nil` if the tape does not set it in cells.
  public var width: Int?
  /// The number of rows; `nil` if the tape does not set it in cells.
  public var height: Int?
  /// The pause after each key.
  package var typingSpeed: Duration = .milliseconds(50)
  /// The factor by which all pauses are divided.
  package var playbackSpeed = 1.0
  /// The maximum number of changes per second in an animated picture.
  package var frameRate = 20
  /// The time limit of a `Wait`.
  package var waitTimeout: Duration = .seconds(15)
  /// The pattern for a `Wait` without one; `nil` to wait until the screen stops changing.
  package var waitPattern: TapePattern?
  /// The name of the theme: dark, light, or mono.
  public var theme: String?
  /// The environment variables, in the tape's order. The caller applies them to the program.
  public var environment: [EnvironmentVariable] = []

  /// An environment variable.
  public struct EnvironmentVariable: Sendable, Hashable {
    /// The name of the variable.
    public let name: String
    /// The value of the variable.
    public let value: String
    /// The position of the command; `nil` if the variable does not come from a tape.
    public let position: TapePosition?

    /// Creates a variable.
    package init(name: String, value: String, position: TapePosition? = nil) {
      self.name = name
      self.value = value
      self.position = position
    }
  }

  /// Creates the default settings.
  package init() {}

  /// Returns the size of the screen, using `fallback` for a dimension that the tape does not set.
  public func size(fallback: Size = Size(width: 80, height: 24)) -> Size {
    Size(width: width ?? fallback.width, height: height ?? fallback.height)
  }

  /// Returns the size written as `60x20`; `nil` if the text is not a size or the size is not supported.
  package static func size(parsing text: String) -> Size? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...maximumWidth).contains(width), (1...maximumHeight).contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The message for text that is not a size.
  package static let sizeMessage =
    "A size is written as columns x rows, such as 60x20, from 1x1 to \(maximumWidth)x\(maximumHeight)."

  /// The supported factors of playback speed.
  package static let speedRange = 0.01...1_000.0

  /// The supported numbers of changes per second in an animated picture.
  static let frameRates = 1...60

  /// The maximum number of columns. Larger numbers after `Set Width` are interpreted as pixels.
  static let maximumWidth = 400
  /// The maximum number of rows. Larger numbers after `Set Height` are interpreted as pixels.
  static let maximumHeight = 150
}
