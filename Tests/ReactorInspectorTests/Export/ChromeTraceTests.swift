import Foundation
import ReactorTerminal
import Testing

@testable import ReactorInspector

extension ExportTests {
  @MainActor
  struct ChromeTraceTests {
    /// An event of a trace, with the fields that every phase has.
    private struct TraceEvent: Decodable {
      struct Arguments: Decodable { var name: String?, epoch: Int?, rows: Int?, end: String? }

      var name: String, ph: String, pid: Int
      var cat: String?, ts: Double?, dur: Double?, tid: Int?, bp: String?, s: String?, args: Arguments?
      var id: String?

      enum CodingKeys: CodingKey { case name, ph, pid, cat, ts, dur, tid, bp, s, args, id }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        ph = try container.decode(String.self, forKey: .ph)
        pid = try container.decode(Int.self, forKey: .pid)
        cat = try container.decodeIfPresent(String.self, forKey: .cat)
        ts = try container.decodeIfPresent(Double.self, forKey: .ts)
        dur = try container.decodeIfPresent(Double.self, forKey: .dur)
        tid = try container.decodeIfPresent(Int.self, forKey: .tid)
        bp = try container.decodeIfPresent(String.self, forKey: .bp)
        s = try container.decodeIfPresent(String.self, forKey: .s)
        args = try container.decodeIfPresent(Arguments.self, forKey: .args)
        if container.contains(.id) {
          id =
            try (try? container.decode(Int.self, forKey: .id)).map { "\($0)" }
            ?? container.decode(String.self, forKey: .id)
        }
      }
    }

    private struct Trace: Decodable { var traceEvents: [TraceEvent] }

    private func events(of log: InspectorLog) throws -> [TraceEvent] {
      let events = try JSONDecoder().decode(Trace.self, from: Data(log.trace(.chrome).utf8)).traceEvents
      try validate(events)
      return events
    }

    /// Checks what a viewer requires of the events.
    private func validate(_ events: [TraceEvent]) throws {
      var open: [String: Double] = [:]
      var slices: [Int: [Range<Double>]] = [:]
      for event in events where event.ph != "M" {
        let time = try #require(event.ts, "\(event)")
        #expect(time >= 0 && event.cat != nil, "\(event)")
        switch event.ph {
        case "X":
          let duration = try #require(event.dur)
          #expect(duration > 0)
          slices[try #require(event.tid), default: []].append(time..<(time + duration))
        case "i": #expect(event.s == "t" && event.tid != nil)
        case "C": #expect(event.args?.rows != nil)
        case "b":
          let key = try "\(#require(event.cat)) \(#require(event.id))"
          #expect(open[key] == nil)
          open[key] = time
        case "n":
          let key = try "\(#require(event.cat)) \(#require(event.id))"
          #expect(open[key] != nil)
        case "e":
          let key = try "\(#require(event.cat)) \(#require(event.id))"
          let begin = open.removeValue(forKey: key)
          let start = try #require(begin)
          #expect(start <= time)
        case "s", "f": #expect(event.id != nil && event.tid != nil)
        default: Issue.record("unknown phase \(event.ph)")
        }
      }
      #expect(open.isEmpty)
      for slices in slices.values { checkNesting(slices) }
      for event in events where event.ph == "s" || event.ph == "f" {
        let track = try #require(event.tid)
        let time = try #require(event.ts)
        #expect(slices[track, default: []].contains { $0.contains(time) }, "an arrow without a slice: \(event)")
        let other = event.ph == "s" ? "f" : "s"
        #expect(events.filter { $0.ph == other && $0.id == event.id }.count == 1)
      }
    }

    private func checkNesting(_ slices: [Range<Double>]) {
      var stack: [Range<Double>] = []
      for slice in slices.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }) {
        while let last = stack.last, last.upperBound <= slice.lowerBound { stack.removeLast() }
        if let last = stack.last { #expect(slice.upperBound <= last.upperBound, "\(slice) does not nest in \(last)") }
        stack.append(slice)
      }
    }

    @Test func `every epoch is a slice on the first track`() async throws {
      let log = try await RecordedSession.counter().log

      let events = try events(of: log)

      let slices = events.filter { $0.ph == "X" }
      #expect(slices.map(\.args?.epoch) == log.epochs.map(\.number))
      #expect(slices.prefix(3).map(\.name) == ["+", "effect 1 of CounterReactor", "effect 1 of CounterReactor"])
      #expect(Set(slices.map(\.tid)) == [1])
      #expect(events.filter { $0.ph == "M" }.map(\.args?.name).prefix(2) == ["Program", "epochs"])
      #expect(events.contains { $0.ph == "M" && $0.args?.name == "CounterReactor" })
      #expect(events.contains { $0.ph == "C" })
    }

    @Test func `an arrow leads from the epoch that started an effect to each that it caused`() async throws {
      let log = try await RecordedSession.counter("Type \"+\"\nSleep 1s\n").log

      let events = try events(of: log)

      let starts = events.filter { $0.ph == "s" }
      #expect(starts.count == 2)
      #expect(starts.allSatisfy { start in events.contains { $0.ph == "X" && $0.ts == start.ts && $0.name == "+" } })
    }

    @Test func `an effect that is still running ends with the trace`() async throws {
      let log = try await RecordedSession.counter("Type \"+\"\n").log

      let events = try events(of: log)

      #expect(events.last { $0.ph == "e" }?.args?.end == "running")
    }

    @Test func `an effect whose start is forgotten begins with the trace`() async throws {
      let log = try await RecordedSession.counter("Type \"+\"\nSleep 1s\n", capacity: 2).log

      let events = try events(of: log)

      #expect(log.epochs.first?.number == 2)
      #expect(events.first { $0.ph == "b" }?.ts == 500_000)
      #expect(events.first { $0.ph == "e" }?.args?.end == "finished")
    }
  }
}
