import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite struct DefaultsTests {
  final class InPlace: Reactor {
    enum Action { case add(Int) }
    struct State { var value = 0 }
    let store = Store<InPlace>(State())
    func reduce(into state: inout State, mutation: Action) {
      switch mutation {
      case .add(let number): state.value += number
      }
    }
  }

  final class Returning: Reactor {
    enum Action { case add(Int) }
    struct State { var value = 0 }
    let store = Store<Returning>(State())
    func reduce(state: State, mutation: Action) -> State {
      var state = state
      switch mutation {
      case .add(let number): state.value += number
      }
      return state
    }
  }

  final class WithoutMutate: Reactor {
    enum Action { case poke }
    enum Mutation { case never }
    struct State { var value = 0 }
    let store = Store<WithoutMutate>(State())
    func reduce(into state: inout State, mutation: Mutation) { state.value += 1 }
  }

  final class WithoutReduce: Reactor {
    typealias Action = Int
    struct State: Equatable { var value = 7 }
    let store = Store<WithoutReduce>(State())
  }

  @Test func `reduce may be written in place`() {
    let reactor = InPlace()
    reactor.action.send(.add(2))
    reactor.action.send(.add(3))
    #expect(reactor.currentState.value == 5)
  }

  @Test func `reduce may be written as a function that returns the next state`() {
    let reactor = Returning()
    reactor.action.send(.add(2))
    reactor.action.send(.add(3))
    #expect(reactor.currentState.value == 5)
  }

  @Test func `without mutate, an action is its own mutation if the types are equal, and leads to none otherwise`() {
    let same = InPlace()
    same.action.send(.add(1))
    #expect(same.currentState.value == 1)
    let different = WithoutMutate()
    let states = Recorder(different.state)
    different.action.send(.poke)
    #expect(states.elements.map(\.value) == [0])
  }

  @Test func `without reduce, the state stays unchanged and is still delivered`() {
    let reactor = WithoutReduce()
    let states = Recorder(reactor.state)
    reactor.action.send(1)
    #expect(states.elements == [.init(value: 7), .init(value: 7)])
  }
}
