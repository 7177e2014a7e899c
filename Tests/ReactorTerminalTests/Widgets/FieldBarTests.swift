import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct FieldBarTests {
  /// A screen with a bar in its last lines.
  private final class Host: View {
    let bar: FieldBar

    init(_ bar: FieldBar) {
      self.bar = bar
      super.init()
      addSubview(bar)
    }

    override func layoutSubviews() {
      let height = bar.sizeThatFits(bounds.size).height
      bar.frame = Rect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
    }
  }

  private func stage<Bar: FieldBar>(_ bar: Bar, height: Int = 6) -> (TestScreen, Bar) {
    let stage = TestScreen(30, height)
    stage.show(Host(bar))
    return (stage, bar)
  }

  @Test func `a message appears above the field and wraps if requested`() {
    let (stage, bar) = stage(FieldBar(TextField("kia", prefix: "/")))
    #expect(stage.text == "\n\n\n\n\n/kia")

    bar.setMessage("A message that is wider than thirty columns")
    #expect(stage.rows[4] == " A message that is wider tha…")
    #expect(stage.rows[5] == "/kia")

    bar.setMessage("A message that is wider than thirty columns", wraps: true)
    #expect(stage.rows[3] == " A message that is wider than")
    #expect(stage.rows[4] == " thirty columns")

    bar.setMessage("")
    #expect(stage.text == "\n\n\n\n\n/kia")
  }

  @Test func `a long message takes at most half of the screen, and the field keeps its line`() {
    let (stage, bar) = stage(FieldBar(TextField("kia")), height: 4)

    bar.setMessage(Array(repeating: "word", count: 40).joined(separator: " "), wraps: true)

    #expect(stage.rows[1] == "")
    #expect(stage.rows[2].hasPrefix(" word"))
    #expect(stage.rows[3] == "kia")
    #expect(bar.sizeThatFits(Size(width: 30, height: 1)).height == 1)
  }

  @Test func `a toast covers neither the field nor its message`() {
    let (stage, bar) = stage(FieldBar(TextField("kia")))
    bar.setMessage("Unknown field")

    for text in ["One", "Two", "Three"] { stage.window.toast(text) }

    #expect(stage.rows[5] == "kia")
    #expect(stage.rows[4] == " Unknown field")
    #expect(stage.rows[3].hasSuffix("Three"))
  }

  @Test func `a search bar shows the problems of the query as one message`() {
    let (stage, bar) = stage(SearchBar(placeholder: "Search cars"))
    #expect(stage.rows[5] == "/Search cars")

    bar.problems = ["No field “x”.", "No year 1."]
    #expect(stage.rows[4] == " No field “x”. No year 1.")

    bar.problems = []
    #expect(stage.rows[4] == "")
  }

  @Test func `Enter confirms a query, Esc clears it, and Esc ends the search once there is none`() {
    let (stage, bar) = stage(SearchBar(placeholder: ""))
    let confirmed = Recorder(bar.confirmed.asObservable())
    let cleared = Recorder(bar.cleared.asObservable())
    let ended = Recorder(bar.ended.asObservable())
    let changed = Recorder(bar.field.changed.asObservable())
    #expect(bar.command(SearchBar.clear)?.title == "Close")

    stage.type("kia")
    stage.press(.enter)
    #expect(confirmed.elements.count == 1 && cleared.elements.isEmpty)
    #expect(bar.command(SearchBar.clear)?.title == "Clear")

    stage.press(.escape)
    #expect(cleared.elements.count == 1 && ended.elements.isEmpty)
    #expect(bar.field.text == "" && changed.elements == ["k", "ki", "kia", ""])

    stage.press("b")
    #expect(bar.field.text == "b")

    stage.press(.backspace, .escape)
    #expect(confirmed.elements.count == 1 && cleared.elements.count == 1 && ended.elements.count == 1)
  }
}
