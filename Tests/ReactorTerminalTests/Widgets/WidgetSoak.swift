import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal

/// A widget in a frame of any size, 0 included, with random contents and events. The test screen checks every frame.
@MainActor
@Suite("WidgetSoak")
struct WidgetSoak {
  private static let keys: [Key] = [
    "j", "k", "h", "l", "g", "G", "n", "N", "a", "A", "t", "x", "y", "[", "]", "{", "}", "1", "2", "9", .up, .down,
    .left,
    .right, .space, .enter, .escape, .pageUp, .pageDown, .home, .end, .backspace, .delete, .tab, .backTab,
    .control("d"),
    .control("u"), .control("k"), .control("n"), .control("s"), .alt("b"),
  ]

  /// A host that gives its subview a frame of any size.
  private final class Host: View {
    var area = Rect(x: 2, y: 1, width: 20, height: 6) {
      didSet { setNeedsLayout() }
    }

    override func layoutSubviews() { for view in subviews { view.frame = area } }
  }

  @MainActor
  private struct Run {
    let stage: TestScreen
    let widget: AnyWidget
    let host = Host()
    var chance: SeededChance

    init(_ kind: AnyWidget.Kind, seed: UInt64) {
      chance = SeededChance(seed: seed)
      stage = TestScreen(40, 12, ascii: seed % 3 == 0, theme: seed % 2 == 0 ? .mono : .light)
      widget = AnyWidget(kind, &chance)
      stage.show(host)
      if let dialog = widget.view as? ModalView, Bool.random(using: &chance) {
        stage.window.present(dialog)
      } else {
        host.addSubview(widget.view)
      }
    }

    /// Gives the widget every small size, and changes it in each.
    mutating func shrink() {
      for width in 0...8 {
        for height in 0...4 {
          host.area = Rect(x: 2, y: 1, width: width, height: height)
          if widget.view is ModalView { stage.resize(width, height) }
          stage.window.render()
          for _ in 0..<2 { widget.change(&chance) }
          stage.press(WidgetSoak.keys.randomElement(using: &chance) ?? "j")
        }
      }
      stage.resize(40, 12)
    }

    mutating func step() async {
      let (x, y) = (Int.random(in: 0..<44, using: &chance), Int.random(in: 0..<14, using: &chance))
      switch Int.random(in: 0..<24, using: &chance) {
      case 0: stage.mouse(.wheelDown, x, y, steps: Int.random(in: 1...4, using: &chance))
      case 1: stage.mouse(.wheelUp, x, y)
      case 2: stage.click(x, y)
      case 3: stage.mouse(.press, x, y, clicks: 2)
      case 4: stage.mouse(.drag, x, y)
      case 5: stage.resize(x, y)
      case 6, 7, 8:
        let sizes = [0, 0, 1, 2, 3, 5, 8, 13, 21, 38]
        host.area = Rect(
          x: Int.random(in: -3..<6, using: &chance), y: Int.random(in: -3..<4, using: &chance),
          width: sizes.randomElement(using: &chance) ?? 0, height: min(13, sizes.randomElement(using: &chance) ?? 0))
      case 9: widget.view.focus()
      case 10: stage.paste(AnyWidget.text(&chance))
      case 11: await stage.wait(.milliseconds(Int.random(in: 0..<900, using: &chance)))
      case 12 where Int.random(in: 0..<4, using: &chance) == 0: stage.window.isASCII.toggle()
      case 12: widget.view.isHidden.toggle()
      // Several changes may come between two frames.
      case 13, 14, 15, 16, 17: for _ in 0..<Int.random(in: 1..<4, using: &chance) { widget.change(&chance) }
      default: stage.press(WidgetSoak.keys.randomElement(using: &chance) ?? "j")
      }
      stage.window.render()
    }
  }

  @Test(arguments: AnyWidget.Kind.allCases)
  func `a widget takes any contents at any size`(_ kind: AnyWidget.Kind) async {
    for seed in SoakSeeds(1) {
      var run = Run(kind, seed: seed)
      run.shrink()
      for _ in 0..<50 { await run.step() }
    }
  }

  @Test func `every public widget is among those tested`() throws {
    var names: Set<String> = []
    for (_, text) in try ["ReactorTerminal", "ReactorTerminalCore"].flatMap({ try Checkout.sources(in: $0) }) {
      for match in text.matches(
        of: /public final class (\w+)(?:<.*>)?: (?:View|ContainerView|PanelView|FieldBar|TextInputView)\b/)
      {
        names.insert(String(match.1))
      }
    }
    let ofWindows: Set<String> = ["NavigationStack", "WindowRoot"]
    #expect(names.subtracting(ofWindows).subtracting(AnyWidget.Kind.allCases.map(\.rawValue)) == [])
  }
}
