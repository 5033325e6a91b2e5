import Synchronization

/// A bounded queue between tasks: a producer waits while it is full. Usable from any thread, by any number of producers
/// and consumers; each element goes to one consumer.
public final class AsyncQueue<Element: Sendable>: Sendable {
    private typealias Consumer = CheckedContinuation<Result<Element?, CancellationError>, Never>
    private typealias Producer = CheckedContinuation<Bool?, Never>

    private struct State {
        var elements = WaiterList<Element>()
        var consumers = WaiterList<Consumer>()
        /// Producers that wait for room, with what they bring.
        var producers = WaiterList<(element: Element, continuation: Producer)>()
        var isFinished = false

        mutating func store(_ element: Element) { elements.add(elements.reserveID(), element) }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many elements wait in it at most; at least one.
    public init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Elements that wait at this moment.
    public var count: Int { state.withLock { $0.elements.count } }

    /// Adds an element if there is room and the queue is open.
    public func tryPush(_ element: Element) -> Bool { offer(element) == true }

    /// true: taken; false: full; nil: finished.
    private func offer(_ element: Element) -> Bool? {
        let (answer, consumer): (Bool?, Consumer?) = state.withLock { state in
            if state.isFinished { return (nil, nil) }
            if let consumer = state.consumers.popFirst() { return (true, consumer) }
            guard state.elements.count < capacity else { return (false, nil) }
            state.store(element)
            return (true, nil)
        }
        consumer?.resume(returning: .success(element))
        return answer
    }

    /// Adds an element, waiting for room.
    ///
    /// - Returns: false when the queue has been finished; the element is dropped then.
    /// - Throws: `CancellationError`; the element is not in the queue then.
    @discardableResult
    public func push(_ element: Element) async throws(CancellationError) -> Bool {
        let id = state.withLock { $0.producers.reserveID() }
        let pushed = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Producer) in
                let (decided, consumer): (Bool??, Consumer?) = state.withLock { state in
                    if Task.isCancelled { return (.some(nil), nil) }
                    if state.isFinished { return (false, nil) }
                    if let consumer = state.consumers.popFirst() { return (true, consumer) }
                    if state.elements.count < capacity {
                        state.store(element)
                        return (true, nil)
                    }
                    state.producers.add(id, (element, continuation))
                    return (nil, nil)
                }
                consumer?.resume(returning: .success(element))
                if let decided { continuation.resume(returning: decided) }
            }
        } onCancel: {
            state.withLock { $0.producers.remove(id) }?.continuation.resume(returning: nil)
        }
        guard let pushed else { throw CancellationError() }
        return pushed
    }

    /// The next element; nil when the queue has been finished and is empty.
    ///
    /// - Throws: `CancellationError`; no element is lost.
    public func next() async throws(CancellationError) -> Element? {
        let id = state.withLock { $0.consumers.reserveID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Consumer) in
                let (decided, producer): (Result<Element?, CancellationError>?, Producer?) = state.withLock { state in
                    if Task.isCancelled { return (.failure(CancellationError()), nil) }
                    if let element = state.elements.popFirst() {
                        let waiting = state.producers.popFirst()
                        if let waiting { state.store(waiting.element) }
                        return (.success(element), waiting?.continuation)
                    }
                    if state.isFinished { return (.success(nil), nil) }
                    state.consumers.add(id, continuation)
                    return (nil, nil)
                }
                producer?.resume(returning: true)
                if let decided { continuation.resume(returning: decided) }
            }
        } onCancel: {
            state.withLock { $0.consumers.remove(id) }?.resume(returning: .failure(CancellationError()))
        }
        return try result.get()
    }

    /// Takes no more; what is in it is still handed out, producers that wait are told, consumers get nil at its end.
    public func finish() {
        let (consumers, producers) = state.withLock { state in
            state.isFinished = true
            return (state.consumers.removeAll(), state.producers.removeAll())
        }
        for consumer in consumers { consumer.resume(returning: .success(nil)) }
        for producer in producers { producer.continuation.resume(returning: false) }
    }
}
