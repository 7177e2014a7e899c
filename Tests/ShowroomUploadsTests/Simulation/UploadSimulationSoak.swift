import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

/// Completely random simulated runs: servers, files, policies, several faults, steps of the user and two programs.
@Suite("Random simulated uploads", .timeLimit(.minutes(24 * 60)))
struct UploadSimulationSoak {
  @Test func `uploads keep every promise despite any faults`() async throws {
    let lab = SimulationLab(folder: try await SimulationFolder())
    var (runs, faulty) = (0, 0)
    for seed in SoakSeeds(100) {
      runs += 1
      faulty += try await lab.check([SimulationPlan(seed: seed)])
    }
    #expect(runs < 100 || faulty > runs / 4, "in \(faulty) of \(runs) runs a fault happened")
  }
}

extension SimulationPlan {
  /// Creates a random plan.
  fileprivate init(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &chance)] }
    let hasRival = pick([true, false, false])
    let size = pick([0, 1, 9_000, 20_000])
    let parallel = pick([1, 1, 2, 3, 5])
    let files = (0..<pick([1, 1, 2, 3, parallel + 1])).map { place in
      File(
        name: pick([
          "a.txt", "a.txt", "b;c.txt", "größe 1.txt", "A/a.txt", "A/a.txt", "A/한 글;/größe 1.txt", "B/c/b;c.txt",
        ]), size: pick([size, size, 0, 20_000]),
        program: hasRival ? 1 + place % 2 : 1)
    }
    let server = pick(Server.usual + [pick(Server.refusing)])
    // A server that refuses moves is unusual only if there is a file to replace.
    let isRefusing = server.refusal != nil
    let policies: [DuplicatePolicy] =
      isRefusing ? [.replace, .replace, .replace, .fail, .keepBoth] : DuplicatePolicy.allCases
    let olds: [Old] = isRefusing ? [.none, .different, .different, .same] : [.none, .none, .different, .same]
    self.init(
      server: server, files: files, parallel: parallel, onDuplicate: pick(policies), old: pick(olds),
      successor: pick([.resumes, .resumes, .retries, .discards, .replacesFirst]), seed: seed)
    // Faults that cannot occur at an operation are ignored.
    for _ in 0..<pick([0, 1, 1, 2, 2, 3, 6, 12]) {
      faults[Int.random(in: 1...40, using: &chance)] = pick(Fault.allCases)
    }
  }
}
