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

  @Test func `the status of background work precedes the status`() {
    let stage = TestScreen(40, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "BMW 520d"]
    bar.accessory = "^ 2 files 45%"
    #expect(stage.text == " Cars › BMW 520d          ^ 2 files 45%")
    bar.status = "12/340"
    #expect(stage.text == " Cars › BMW 520d  ^ 2 files 45%  12/340")
    stage.resize(30, 1)
    #expect(stage.text == " BMW 5… ^ 2 files 45%  12/340")
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

  @Test func `a status that is too wide ends in an ellipsis`() {
    let stage = TestScreen(20, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars"]

    bar.status = "0/49,582 · filter: kia"
    #expect(stage.text == " 0/49,582 · filter…")

    bar.status = ""
    bar.accessory = "^ 12 files 45%, 2 failed"
    #expect(stage.text == " ^ 12 files 45%, 2…")
  }
}
