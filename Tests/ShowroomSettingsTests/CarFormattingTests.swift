import Catalog
import ReactorTerminal
import Testing

@testable import ShowroomSettings

struct CarFormattingTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (49_582, "49,582"), (1_234_567, "1,234,567"), (-12_345, "-12,345"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are grouped`(_ number: Int, _ text: String) {
    #expect(grouped(number) == text)
  }

  @Test(arguments: [
    (1.0, 0, "1"), (2.5, 0, "3"), (1.96, 1, "2.0"), (0.05, 1, "0.1"), (1234.567, 2, "1,234.57"), (-0.01, 1, "0.0"),
    (-1.25, 1, "-1.3"), (.infinity, 1, "inf"),
  ])
  func `decimals are rounded half away from zero`(_ value: Double, _ digits: Int, _ text: String) {
    #expect(decimal(value, digits: digits) == text)
  }

  @Test func `US units are those of the EPA, with MPGe for electric cars`() {
    let us = CarFormatting()
    #expect(us.consumption(28.4, fuel: .gasoline) == "28 mpg")
    #expect(us.consumption(132, fuel: .electric) == "132 MPGe")
    #expect(us.co2(312.4) == "312 g/mi")
    #expect(us.cost(1450) == "$1,450")
    #expect(us.distance(272) == "272 mi")
    #expect(us.displacement(2) == "2.0 L")
    #expect(us.electricConsumption(25.2) == "25.2 kWh/100 mi")
  }

  @Test func `metric units are liters or kilowatt-hours per 100 km`() {
    let metric = CarFormatting(units: .metric)
    #expect(metric.consumption(28, fuel: .gasoline) == "8.4 L/100 km")
    #expect(metric.consumption(132, fuel: .electric) == "15.9 kWh/100 km")
    #expect(metric.co2(312) == "194 g/km")
    #expect(metric.distance(272) == "438 km")
    #expect(metric.electricConsumption(25) == "15.5 kWh/100 km")
    #expect(metric.consumption(0, fuel: .gasoline) == "–")
  }

  @Test func `an unknown value is a dash, or a hyphen in ASCII`() {
    #expect(CarFormatting().consumption(nil, fuel: .gasoline) == "–")
    #expect(CarFormatting().cost(nil) == "–")
    #expect(CarFormatting(ascii: true).co2(nil) == "-")
    #expect(CarFormatting(ascii: true).co2Name == "CO2")
  }
}
