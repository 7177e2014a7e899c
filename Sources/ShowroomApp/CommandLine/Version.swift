/// What versions this program is made of.
public enum Version {
  /// The program.
  public static let showroom = "0.1.0"

  /// The compiler that built it.
  public static var swift: String {
    #if compiler(>=6.4)
      "6.4 or newer"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
