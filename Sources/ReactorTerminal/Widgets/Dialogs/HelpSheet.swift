/// Every key that works now and what it does, made from the commands themselves.
public final class HelpSheet: ModalView {
  /// What stands above it.
  public override var title: String { "Help" }

  private let bindings: [KeyBinding]

  /// A sheet of `bindings`, under their sections.
  public init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
    super.init()
  }
}
