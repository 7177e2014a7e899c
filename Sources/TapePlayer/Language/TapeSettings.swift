import ReactorTerminal

/// What the top of a tape settles.
public struct TapeSettings: Sendable, Hashable {
  /// Columns, where the tape names a number that can be one.
  public var width: Int?
  /// Rows.
  public var height: Int?
  /// The pause after each key: 50 ms.
  public var typingSpeed: Duration = .milliseconds(50)
  /// How much faster than real time the tape is to be shown: 1.
  public var playbackSpeed = 1.0
  /// How long a `Wait` waits at most: 15 s.
  public var waitTimeout: Duration = .seconds(15)
  /// What a `Wait` without a pattern waits for; nil: until the screen stands still.
  public var waitPattern: TapePattern?
  /// The name of the colours; those of the other tool's themes mean nothing here.
  public var theme: String?
  /// Variables of the environment, in the order of the tape. Whoever makes the program sets them.
  public var environment: [EnvironmentVariable] = []

  /// A variable and its value.
  public struct EnvironmentVariable: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// What it is.
    public let value: String
    /// Where a tape sets it; nil of one that no tape was read for.
    public let position: TapePosition?

    /// A variable.
    public init(name: String, value: String, position: TapePosition? = nil) {
      self.name = name
      self.value = value
      self.position = position
    }
  }

  /// Settings as they are when a tape says nothing.
  public init() {}

  /// The size that the tape asks for, where it does not say one of them that of `fallback`.
  public func size(fallback: Size = Size(width: 80, height: 24)) -> Size {
    Size(width: width ?? fallback.width, height: height ?? fallback.height)
  }

  /// A size as it is written, `60x20`; nil for what is none, and for one that no screen has.
  public static func size(parsing text: String) -> Size? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...widestScreen).contains(width), (1...highestScreen).contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// What is said where it is nil.
  public static let sizeRule = "A size is columns x rows, as in 60x20, from 1x1 to \(widestScreen)x\(highestScreen)."

  /// How much faster, or slower, than real time something can be shown.
  public static let speeds = 0.01...1_000.0

  /// Larger numbers after `Set Width` and `Set Height` are pixels.
  static let widestScreen = 400
  static let highestScreen = 150
}
