import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TitleBarTests {
  @Test func `the status stays and the first titles are left out`() {
    let stage = TestScreen(30, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["자동차", "BMW 520d"]
    bar.status = "12/340"
    #expect(stage.text == " 자동차 › BMW 520d     12/340")
    stage.resize(20, 1)
    #expect(stage.text == " BMW 520d    12/340")
    stage.resize(14, 1)
    #expect(stage.text == " BMW … 12/340")
  }

  @Test func `an ellipsis replaces the titles in the middle, then the first one`() {
    let stage = TestScreen(36, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "기아 EV6", "Compare", "Note"]
    #expect(stage.text == " Cars › 기아 EV6 › Compare › Note")

    let texts = [31, 25, 19, 12, 6].map { width in
      stage.resize(width, 1)
      return stage.text
    }

    #expect(texts == [" Cars › … › Compare › Note", " Cars › … › Note", " Cars › … › Note", " … › Note", " No…"])
  }

  @Test func `a click reports the title, and the ellipsis stands for the last title that is left out`() {
    let stage = TestScreen(26, 1, ascii: true)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "Kia EV6", "Compare", "Note"]
    let clicked = Recorder(bar.titleClicked.asObservable())
    #expect(stage.text == " Cars > ~ > Note")

    for text in ["Cars", "~", "Note", ">"] { stage.click(text) }

    #expect(clicked.elements == [0, 2])
  }

  @Test func `the status of background work precedes the status`() {
    let stage = TestScreen(40, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "BMW 520d"]
    bar.accessory = "^ 2 files 45%"
    #expect(stage.text == " Cars › BMW 520d          ^ 2 files 45%")
    bar.status = "12/340"
    #expect(stage.text == " Cars › BMW 520d  ^ 2 files 45%  12/340")
    stage.resize(30, 1)
    #expect(stage.text == " BMW 520d ^ 2 files …  12/340")
  }

  @Test func `the short form of the background status appears where a title would have to be shortened`() {
    let stage = TestScreen(44, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "BMW 520d"]
    bar.accessory = "^ 45% sent, 7% confirmed"
    bar.shortAccessory = "^ 45%"
    #expect(stage.text == " Cars › BMW 520d   ^ 45% sent, 7% confirmed")
    bar.status = "12/340"
    #expect(stage.text == " Cars › BMW 520d              ^ 45%  12/340")
    stage.resize(1, 1)
    #expect(stage.text.isEmpty)
  }

  @Test func `a status that is too wide ends in an ellipsis, and leaves room for the last title`() {
    let stage = TestScreen(20, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars"]

    bar.status = "0/49,582 · filter: kia"
    #expect(stage.text == " Cars 0/49,582 · f…")

    bar.status = ""
    bar.accessory = "^ 12 files 45%, 2 failed"
    #expect(stage.text == " Cars ^ 12 files 4…")
  }

  @Test func `beside a long status, eight columns are left for a long title`() {
    let stage = TestScreen(50, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "What changed"]
    bar.status = "1 new, 358 changed, 3,806 gone, 45,418 repriced"
    #expect(stage.text == " What ch… 1 new, 358 changed, 3,806 gone, 45,418…")

    bar.titles = ["Cars", "Choose files for Acura Integra 2023"]
    bar.status = "3/3 · 1 selected, 2.70 MB · folders: !front*"
    #expect(stage.text == " Choose … 3/3 · 1 selected, 2.70 MB · folders: !…")

    stage.resize(20, 1)
    #expect(stage.text == " Choos… 3/3 · 1 se…")
  }
}
