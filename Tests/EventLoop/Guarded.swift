import Synchronization

/// A value that several tasks of a test touch.
final class Guarded<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
