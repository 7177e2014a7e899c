import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Disposables")
struct DisposableTests {
  private func counting(_ box: Box<[Int]>, _ number: Int) -> ActionDisposable {
    ActionDisposable { box.value.append(number) }
  }

  @Test("an action disposable runs once and lets go of its closure")
  func once() {
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

  @Test("a serial disposable disposes the old one when a new one takes its place, and all after its end")
  func serial() {
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

  @Test("a bag that is released ends what it holds, in order")
  func bagReleased() {
    let calls = Box<[Int]>([])
    var bag: DisposeBag? = DisposeBag()
    for number in 1...3 { bag?.insert(counting(calls, number)) }
    #expect(calls.value == [])
    bag = nil
    #expect(calls.value == [1, 2, 3])
  }

  @Test("a bag that was emptied ends at once what is put in later")
  func bagDisposed() {
    let calls = Box<[Int]>([])
    let bag = DisposeBag()
    counting(calls, 1).disposed(by: bag)
    bag.dispose()
    counting(calls, 2).disposed(by: bag)
    #expect(calls.value == [1, 2])
  }
}
