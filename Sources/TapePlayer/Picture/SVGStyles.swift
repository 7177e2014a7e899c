/// The styles of a picture's elements.
///
/// A picture of one screen has them at each element, because some programs read no style sheets. A picture of many
/// screens has them once, as classes.
struct SVGStyles {
  private let areClasses: Bool
  /// The declarations of the classes, in the order of their numbers.
  private var declarations: [String] = []
  private var numbers: [String: Int] = [:]

  /// Creates styles, which are written as classes or as attributes.
  init(asClasses areClasses: Bool) { self.areClasses = areClasses }

  /// Returns the attributes of an element with `properties`, which begin with a space.
  mutating func attributes(_ properties: KeyValuePairs<String, String?>) -> String {
    let set = properties.compactMap { name, value in value.map { (name, $0) } }
    guard areClasses else { return set.map { " \($0)=\"\($1)\"" }.joined() }
    let declaration = set.map { "\($0):\($1)" }.joined(separator: ";")
    let number = numbers[declaration] ?? declarations.count
    if number == declarations.count {
      declarations.append(declaration)
      numbers[declaration] = number
    }
    return " class=\"c\(number)\""
  }

  /// The rules of the classes.
  var rules: [String] { declarations.enumerated().map { ".c\($0){\($1)}" } }
}
