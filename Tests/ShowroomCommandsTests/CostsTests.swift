import Foundation
import ShowroomCatalog
import Testing

@Suite("showroom costs", .timeLimit(.minutes(20)))
@MainActor
struct CostsTests {
  private static let car = """
    {"id": 1, "make": "Kia", "model": "K5", "year": 2021, "fuel": "Regular gasoline",
     "consumption": {"city": 9.4, "highway": 6.7, "combined": 7.84}, "annualFuelCost": 1500, "price": 25000}
    """

  @Test func `values are set, listed, restored, and used by list, show and facets`() async throws {
    let shell = try Shell(cars: [Self.car])
    let before = try await shell.run("list", "--format", "csv", "--columns", "id,cost,price")
    #expect(before == .init(status: 0, output: "id,annualFuelCostUSD,priceUSD\r\n1,1500,25000\r\n"))

    let set = try await shell.run("costs", "miles=30000", "regular=3.5", "years=3")
    #expect(set.status == 0 && set.output.contains("miles        30,000 mi\n"))
    #expect(set.output.contains("city         55% (EPA)\n") && set.output.contains("regular      $3.50/gal\n"))

    // 7.84 L/100 km are 30.0 mpg: 30,000 / 30.0 × 3.50.
    let list = try await shell.run("list", "--format", "csv", "--columns", "id,cost")
    #expect(
      list
        == .init(
          status: 0, output: "id,annualFuelCostUSD\r\n1,3500\r\n",
          errors: """
            Costs use your assumptions: 30,000 mi a year, regular gasoline $3.50/gal. 'showroom costs --reset' restores the EPA's values.

            """))
    #expect(try await shell.run("list", "cost:3500", columns: 80).output.contains("My $/year"))
    #expect(try await shell.run("list", "cost:1500").output.isEmpty)
    #expect(try await shell.run("facets", "cost", "--format", "csv").output.contains(",1\r\n"))
    let show = try await shell.run("show", "1").output
    #expect(show.contains("Annual fuel cost  $3,500\n"))
    #expect(show.contains("Total, 3 years    $35,500 with fuel\n"), "\(show)")
    #expect(show.contains("Costs assume      30,000 mi/year, 55% city, $3.50/gal\n"))

    #expect(try await shell.run("costs", "miles=EPA").output.contains("miles        15,000 mi (EPA)\n"))
    #expect(try await shell.run("costs", "--reset", "city=80").output.contains("regular      $3.02/gal (EPA)\n"))
    let json = try await shell.run("costs", "--format", "json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["city"] as? Double == 80 && object["own"] as? [String] == ["city"])
    #expect(object.count == CostFactor.all.count + 1)
  }

  @Test func `values are written in the units in which they are set, even with metric units`() async throws {
    let shell = try Shell(cars: [Self.car])
    #expect(try await shell.run("costs", "--units", "metric").output.contains("miles        15,000 mi (EPA)\n"))
  }

  @Test(arguments: [
    ("miles", "\"miles\" is not valid. Write NAME=VALUE, as in miles=12000 or regular=3.50."),
    ("=3", "\"=3\" is not valid. Write NAME=VALUE, as in miles=12000 or regular=3.50."),
    ("mile=3", "There is no \"mile\" to set. Did you mean \"miles\"?"),
    ("miles=many", "miles cannot be \"many\". Use a number from 100 to 200,000, or epa for the EPA's value."),
    ("city=101", "city cannot be \"101\". Use a number from 0 to 100, or epa for the EPA's value."),
    ("years=nan", "years cannot be \"nan\". Use a number from 1 to 50, or epa for the EPA's value."),
    ("e85=-1", "e85 cannot be \"-1\". Use a number from 0 to 100, or epa for the EPA's value."),
  ])
  func `an invalid argument is explained, with status 2, and sets nothing`(argument: String, message: String)
    async throws
  {
    let shell = try Shell(cars: [Self.car])
    #expect(
      try await shell.run("costs", "regular=9", argument) == .init(status: 2, errors: "showroom: \(message)\n"))
    #expect(try await shell.run("costs").output.contains("regular      $3.02/gal (EPA)\n"))
  }
}
