import Foundation
import FoundationXML
import ReactorTerminal
import Testing

@testable import TapePlayer

@MainActor
struct AnimatedPictureTests {
  private func screen(
    _ rows: String..., width: Int = 10, caret: Point? = nil, isLight: Bool = false
  ) -> ScreenSnapshot {
    let grid = CellGrid(size: Size(width: width, height: rows.count))
    let canvas = Canvas(grid, theme: .dark)
    for (y, row) in rows.enumerated() { canvas.write(row, at: Point(x: 0, y: y)) }
    return ScreenSnapshot(of: grid, caret: caret, isLight: isLight)
  }

  /// Returns a picture of screens, one second each.
  private func picture(_ screens: ScreenSnapshot..., title: String? = nil) -> AnimatedPicture {
    var picture = AnimatedPicture(screens[0], title: title, frameRate: 20)
    for (second, screen) in screens.enumerated() { picture.show(screen, at: .seconds(second)) }
    return picture
  }

  @Test func `a row that changes is a strip of its contents, moved by whole rows`() {
    let picture = picture(screen("Cars", "one"), screen("Cars", "two"), screen("Cars", "one"), screen("Cars", "ten"))

    #expect(
      picture.svg(endingAt: .seconds(4)) == """
        <svg xmlns="http://www.w3.org/2000/svg" width="114" height="62" viewBox="0 0 114 62" role="img">
        <style>
        .c0{fill:#e4e4e4}
        .m{animation:4s step-end infinite}
        @keyframes k0{0%,50%{transform:translateY(0)}25%{transform:translateY(-19px)}75%{transform:translateY(-38px)}}
        #s1{animation-name:k0}
        @media(prefers-reduced-motion:reduce){.m{animation:none!important}}
        </style>
        <rect width="114" height="62" rx="8" fill="#1b1d23"/>
        <g transform="translate(12 12)" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',\
        monospace" font-size="15" xml:space="preserve">
        <defs>
        <g id="r0"><text textLength="36" y="14" class="c0">Cars</text></g>
        <g id="r1"><text textLength="27" y="14" class="c0">one</text></g>
        <g id="r2"><text textLength="27" y="14" class="c0">two</text></g>
        <g id="r3"><text textLength="27" y="14" class="c0">ten</text></g>
        </defs>
        <use href="#r0"/>
        <svg y="19" width="90" height="19"><g id="s1" class="m"><use href="#r1"/><use href="#r2" y="19"/>\
        <use href="#r3" y="38"/></g></svg>
        </g>
        </svg>

        """)
  }

  @Test func `every time shows the last screen before it`() {
    let svg = picture(
      screen("Cars", "", "c"), screen("Cars", "a", "c"), screen("Cars", "b", ""), screen("Cars", "a", "c")
    ).svg(endingAt: .seconds(5))
    let shown = ShownRows(svg)

    #expect(shown.duration == 5)
    #expect(shown.rows(at: 0) == ["Cars", "c"])
    #expect(shown.rows(at: 0.99) == ["Cars", "c"])
    #expect(shown.rows(at: 1) == ["Cars", "a", "c"])
    #expect(shown.rows(at: 2) == ["Cars", "b"])
    #expect(shown.rows(at: 4.9) == ["Cars", "a", "c"])
  }

  @Test func `changes within one step are one change`() {
    var picture = picture(screen("a"))
    picture.show(screen("b"), at: .milliseconds(1_000))
    picture.show(screen("c"), at: .milliseconds(1_049))
    picture.show(screen("d"), at: .milliseconds(1_050))
    picture.show(screen("c"), at: .milliseconds(1_099))
    let svg = picture.svg(endingAt: .seconds(2))

    #expect(ShownRows(svg).rows(at: 1) == ["c"])
    #expect(!svg.contains(">b<") && !svg.contains(">d<"))
    #expect(svg.contains("@keyframes k0{0%{transform:translateY(0)}50%{transform:translateY(-19px)}}"))
  }

  @Test func `the last screen is shown even if it comes at the end`() {
    let shown = ShownRows(picture(screen("a"), screen("b")).svg(endingAt: .seconds(1)))

    #expect(shown.duration == 1.05)
    #expect(shown.rows(at: 1.01) == ["b"])
  }

  @Test func `rows that change together share their keyframes`() {
    let svg = picture(screen("a", "b", "x"), screen("c", "d", "x"), screen("a", "b", "y")).svg(endingAt: .seconds(3))

    #expect(svg.matches(of: /@keyframes/).count == 2)
    #expect(svg.contains("#s0{animation-name:k0}\n#s1{animation-name:k0}\n"))
    #expect(ShownRows(svg).rows(at: 1) == ["c", "d", "x"])
    #expect(ShownRows(svg).rows(at: 2) == ["a", "b", "y"])
  }

  @Test func `the number of animated elements equals that of changing rows, however long the picture is`() {
    var picture = picture(screen("a", "b", "c"))
    for second in 1..<500 { picture.show(screen("\(second)", "\(second / 2)", "c"), at: .seconds(second)) }

    let shown = ShownRows(picture.svg(endingAt: .seconds(500)))

    #expect(shown.animationCount == 2)
    #expect(shown.rows(at: 321) == ["321", "160", "c"])
  }

  @Test func `the same contents in different rows are in the picture once`() {
    let svg = picture(screen("a", "b"), screen("b", "a")).svg(endingAt: .seconds(2))

    #expect(svg.matches(of: /<text/).count == 2)
    #expect(ShownRows(svg).rows(at: 1) == ["b", "a"])
  }

  @Test func `a screen can grow and shrink`() {
    let svg = picture(screen("a"), screen("a", "wide", width: 20), screen("b")).svg(endingAt: .seconds(3))
    let shown = ShownRows(svg)

    #expect(svg.contains("viewBox=\"0 0 204 62\""))
    #expect(shown.rows(at: 0) == ["a"])
    #expect(shown.rows(at: 1) == ["a", "wide"])
    #expect(shown.rows(at: 2) == ["b"])
  }

  @Test func `the caret moves`() {
    let svg = picture(screen("ab", caret: Point(x: 0, y: 0)), screen("ab", caret: Point(x: 1, y: 0)))
      .svg(endingAt: .seconds(2))

    #expect(svg.contains(##"<rect width="9" height="19" class="c1"/></g>"##))
    #expect(svg.contains(##"<rect x="9" width="9" height="19" class="c1"/></g>"##))
    #expect(svg.contains(".c1{fill:#e4e4e4;fill-opacity:.5}"))
  }

  @Test func `a change of the theme also changes the background of the rows`() {
    let svg = picture(screen("a"), screen("a", isLight: true)).svg(endingAt: .seconds(2))

    #expect(svg.contains(##"<rect width="114" height="43" rx="8" fill="#1b1d23"/>"##))
    #expect(
      svg.contains(
        ##"<g id="r1"><rect width="90" height="19" class="c2"/><text x="4.5" "##))
    #expect(svg.contains(".c1{text-anchor:middle;fill:#24292f}\n.c2{fill:#fdfdfb}"))
  }

  @Test func `the first screen is shown where motion is not wanted, unless there is a poster`() {
    var picture = picture(screen("a", "b"), screen("c", "b"))
    #expect(ShownRows(picture.svg(endingAt: .seconds(2))).poster == ["a", "b"])

    picture.show(screen("c", "d"), at: .seconds(3))
    picture.setPoster()
    // The poster remains even if the next key changes the screen in the same step.
    picture.show(screen("c", "e"), at: .seconds(3))
    let shown = ShownRows(picture.svg(endingAt: .seconds(4)))

    #expect(shown.poster == ["c", "d"])
    #expect(shown.rows(at: 3) == ["c", "e"])
  }

  @Test func `a picture without changes has no animation`() {
    var picture = picture(screen("a"), screen("a"), title: "Still")
    picture.setPoster()
    let svg = picture.svg(endingAt: .seconds(9))

    #expect(!svg.contains("animation") && !svg.contains("@"))
    #expect(svg.contains("<use href=\"#r0\"/>"))
  }

  @Test func `title, captions, and rows are escaped, so that the picture is well-formed`() {
    var picture = picture(screen("<a>&\"'"), screen("]]>"), title: "A <title>")
    for caption in ["One & two", "One & two", "", "<three>\u{0}"] { picture.add(caption: caption) }
    let svg = picture.svg(endingAt: .seconds(2))

    #expect(svg.contains("<title>A &lt;title&gt;</title>\n<desc>One &amp; two\n&lt;three&gt;\u{FFFD}</desc>\n"))
    #expect(svg.contains(">&lt;a&gt;&amp;\"'</text>") && svg.contains(">]]&gt;</text>"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test func `if changes are too close together beside a long pause, the last one remains`() {
    var picture = picture(screen("a"), screen("b"))
    picture.show(screen("c"), at: .milliseconds(1_050))
    let shown = ShownRows(picture.svg(endingAt: .seconds(7 * 86_400)))

    // A percentage with three decimals cannot tell these apart.
    #expect(shown.rows(at: 60) == ["c"])
  }

  @Test(arguments: [Duration.seconds(1_555_200_000_000), .seconds(Int64.max)])
  func `a picture may last longer than the largest number of steps`(end: Duration) {
    var picture = picture(screen("a"), screen("b"))
    picture.show(screen("c"), at: end - .seconds(1))

    #expect(ShownRows(picture.svg(endingAt: end)).rows(at: 60) == ["b"])
  }

  @Test func `the poster of a picture in which nothing moves is shown where motion is not wanted`() {
    var picture = picture(screen("a"))
    picture.setPoster()
    picture.show(screen("b"), at: .zero)
    let shown = ShownRows(picture.svg(endingAt: .seconds(1)))

    #expect(shown.poster == ["a"] && shown.rows(at: 0) == ["b"])
  }
}
