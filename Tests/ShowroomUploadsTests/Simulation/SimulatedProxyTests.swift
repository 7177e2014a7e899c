import Testing

@testable import ShowroomUploads

/// Uploads through a proxy that gives up waiting for the server, which still processes the request.
@Suite("Simulated proxies", .timeLimit(.minutes(20)))
struct SimulatedProxyTests {
  private let lab: SimulationLab

  init() async throws { lab = SimulationLab(folder: try await SimulationFolder()) }

  private static let file = SimulationPlan.File(name: "a;b.txt", size: 20_000)

  @Test(arguments: SimulationPlan.Server.usual)
  func `every upload is done although a proxy gives up on a request`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file])
    try await lab.check(try await lab.plans(plan, with: [.gatewayTimeout, .processedLate]))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `a file is replaced although the server processes a request late`(
    server: SimulationPlan.Server
  ) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file], onDuplicate: .replace, old: .different)
    try await lab.check(try await lab.plans(plan, with: [.processedLate]))
  }

  @Test(arguments: [SimulationPlan.Server.webDAV, .roughPut, .s3Parts])
  func `uploads resume after a crash although the server has yet to process a request`(
    server: SimulationPlan.Server
  ) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file])
    try await lab.checkCrashes(after: try await lab.plans(plan, with: [.processedLate]))
  }

  @Test func `the server processes a request on which a proxy has given up after the next one`() async throws {
    let plan = SimulationPlan(server: .tus, files: [.init(name: "a.txt", size: 1)])
    let operations = try await SimulationRun.run(plan, in: lab.folder).operations
    let patch = try #require(operations.firstIndex { $0.text.contains(" PATCH ") })
    func requests(after fault: SimulationPlan.Fault) async throws -> [String] {
      var plan = plan
      plan.faults[patch + 1] = fault
      let operations = try await SimulationRun.run(plan, in: lab.folder).operations
      return operations.dropFirst(patch).compactMap { operation in
        let method = operation.text.split(separator: " ")[1]
        return method == "commit" ? nil : String(method)
      }
    }

    let processed = try await requests(after: .gatewayTimeout)
    let late = try await requests(after: .processedLate)

    #expect(processed == ["PATCH", "HEAD"])
    // The server rejects the second one, because it already has the byte.
    #expect(late == ["PATCH", "HEAD", "PATCH", "HEAD", "HEAD"])
  }
}
