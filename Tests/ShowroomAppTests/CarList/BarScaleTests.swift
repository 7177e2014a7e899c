import Testing

@testable import ShowroomApp

struct BarScaleTests {
  @Test func `bars extend from the 5th to the 95th percentile of what is listed`() {
    let scale = BarScale((20...30).map { Double($0) } + [500])

    #expect(scale.fraction(of: 20) < 0.05 && scale.fraction(of: 30) == 1 && scale.fraction(of: 500) == 1)
    #expect(scale.fraction(of: 24) - scale.fraction(of: 22) > 0.15, "20 and 24 mpg differ visibly")
  }

  @Test func `bars begin at zero if the differences are large`() {
    let scale = BarScale([25, 40, 100])

    #expect(scale.fraction(of: 25) == 0.25 && scale.fraction(of: 100) == 1)
    #expect(BarScale([26, 40, 100]).fraction(of: 26) < 0.05)
  }

  @Test func `a known value has a bar in every list`() {
    #expect(BarScale([]).fraction(of: 30) == 1)
    #expect(BarScale([30, 30]).fraction(of: 30) == 1)
    #expect(BarScale([20, 30]).fraction(of: 1) > 0)
  }
}
