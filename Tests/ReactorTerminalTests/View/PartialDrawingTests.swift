import ReactorTerminal
import ReactorTesting
import Testing

/// A reproducible generator of pseudorandom numbers.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) ^ (state << 31)
  }
}

@MainActor
@Suite("Partial drawing")
struct PartialDrawingTests {
  /// An opaque view of wide and narrow letters.
  final class Patch: View {
    var text: String { didSet { setNeedsDisplay(Rect(x: 0, y: 0, width: bounds.width, height: 1)) } }

    init(_ text: String) {
      self.text = text
      super.init()
    }

    override func draw(in canvas: Canvas) {
      canvas.fill(bounds, style: canvas.theme[.field])
      canvas.write(text, at: Point(x: -1, y: 0), style: canvas.theme[.text])
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `after any changes the screen is the same as after a full redraw`(seed: UInt64) {
    var dice = Dice(state: seed)
    let stage = TestScreen(30, 12)
    let root = stage.show(View())
    let texts = ["현대 아반떼 N 라인 전기차 모음", "abcdefghijklmnopqrstuvwxyz", "👍🏽 é ñ 漢字 ok ok ok ok ok", ""]
    var patches: [Patch] = []
    for _ in 0..<60 {
      let parent = patches.randomElement(using: &dice).flatMap { Bool.random(using: &dice) ? $0 : nil } ?? root
      switch Int.random(in: 0..<7, using: &dice) {
      case 0, 1:
        let patch = Patch(texts.randomElement(using: &dice) ?? "")
        patch.frame = Self.rect(&dice)
        parent.addSubview(patch)
        patches.append(patch)
      case 2: patches.randomElement(using: &dice)?.frame = Self.rect(&dice)
      case 3: patches.randomElement(using: &dice)?.isHidden.toggle()
      case 4: patches.randomElement(using: &dice)?.text = texts.randomElement(using: &dice) ?? ""
      case 5: patches.randomElement(using: &dice)?.removeFromSuperview()
      default:
        let size = Size(width: Int.random(in: 20...40, using: &dice), height: Int.random(in: 5...14, using: &dice))
        stage.window.resize(to: size)
      }
      stage.window.render()
      let partial = Self.cells(stage)
      stage.window.redraw()
      stage.window.render()
      let different = zip(partial, Self.cells(stage)).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
      #expect(different.isEmpty)
    }
  }

  private static func rect(_ dice: inout Dice) -> Rect {
    Rect(
      x: Int.random(in: -4..<28, using: &dice), y: Int.random(in: -2..<11, using: &dice),
      width: Int.random(in: 0..<20, using: &dice), height: Int.random(in: 0..<6, using: &dice))
  }

  private static func cells(_ stage: TestScreen) -> [Cell] {
    (0..<stage.window.size.height).flatMap { y in
      (0..<stage.window.size.width).map { stage.window.grid.cell(at: Point(x: $0, y: y)) }
    }
  }

  @Test func `a frame without changes is not presented`() {
    let stage = TestScreen(40, 10)
    stage.show(Tile("a"))
    let frames = stage.terminal.frameCount
    stage.window.render()
    stage.window.render()
    #expect(stage.terminal.frameCount == frames)
  }

  @Test func `a batch of events is one frame`() {
    let stage = TestScreen(40, 10)
    let tile = stage.show(Tile("a", focusable: true))
    tile.keys("x", id: CommandID("tile.x"), title: "X").bind { tile.setNeedsDisplay() }
    stage.window.render()
    let frames = stage.terminal.frameCount
    stage.terminal.feed([.key("x"), .key("x"), .key("x")])
    #expect(stage.terminal.frameCount == frames + 1)
  }

  @Test func `a hidden view marks nothing to draw`() {
    let stage = TestScreen(40, 10)
    let root = stage.show(View())
    let outer = View()
    let inner = Tile("x")
    root.addSubview(outer)
    outer.addSubview(inner)
    outer.isHidden = true
    stage.window.render()
    let frames = stage.terminal.frameCount
    inner.setNeedsDisplay()
    stage.window.render()
    #expect(stage.terminal.frameCount == frames)
  }

  @Test func `a change of theme draws everything in the new styles`() {
    let stage = TestScreen(12, 2)
    let field = stage.show(TextField("kia"))
    stage.window.theme = .mono
    #expect(field.isFocused == stage.window.focusedView.map { $0 === field })
    #expect(stage.styles(row: 0, ["F": .field, "f": .fieldFocused]) == "ffffffffffff")
  }
}
