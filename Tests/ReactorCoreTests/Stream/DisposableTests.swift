import ReactorCore
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct DisposableTests {
  private func counting(_ box: Box<[Int]>, _ number: Int) -> ActionDisposable {
    ActionDisposable { box.value.append(number) }
  }

  @Test func `an action disposable runs once and releases its closure`() {
    let live = LiveCount()
    let calls = Box(0)
    let disposable = ActionDisposable { [token = live.token()] in
      withExtendedLifetime(token) { calls.value += 1 }
    }
    disposable.dispose()
    disposable.dispose()
    #expect(calls.value == 1)
    #expect(live.alive == 0)
  }

  @Test func `a serial disposable disposes of what it replaces, and of all that follows its disposal`() {
    let calls = Box<[Int]>([])
    let serial = SerialDisposable()
    serial.set(counting(calls, 1))
    serial.set(counting(calls, 2))
    #expect(calls.value == [1])
    serial.dispose()
    #expect(calls.value == [1, 2])
    serial.set(counting(calls, 3))
    #expect(calls.value == [1, 2, 3])
    #expect(serial.isDisposed)
  }

  @Test func `a released bag disposes of its contents, in order`() {
    let calls = Box<[Int]>([])
    var bag: DisposeBag? = DisposeBag()
    for number in 1...3 { bag?.insert(counting(calls, number)) }
    #expect(calls.value == [])
    bag = nil
    #expect(calls.value == [1, 2, 3])
  }

  @Test func `a bag that was disposed of disposes immediately of what is inserted later`() {
    let calls = Box<[Int]>([])
    let bag = DisposeBag()
    counting(calls, 1).disposed(by: bag)
    bag.dispose()
    counting(calls, 2).disposed(by: bag)
    #expect(calls.value == [1, 2])
  }
}
