/// Every command by name: type to find it, Enter runs it.
public final class CommandPalette: ModalView {
  /// What stands above it.
  public override var title: String { "Commands" }

  private let entries: [Command]

  /// A palette of `commands`; those that cannot be asked for now are shown faintly.
  public init(_ commands: [Command]) {
    entries = commands
    super.init()
  }
}
