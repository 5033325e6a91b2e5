internal import EventLoop

/// A delivery report that is awaited.
final class PendingReport: Sendable {
    typealias Value = Result<DeliveryReport, KafkaError>

    private let answer = AsyncSignal<Value>()

    init() {}

    convenience init(_ error: KafkaError) {
        self.init()
        resolve(.failure(error))
    }

    /// The first answer counts.
    func resolve(_ value: Value) { answer.send(value) }

    /// A cancelled task is answered at once; the message may nevertheless be delivered.
    func value() async -> Value {
        do {
            return try await answer.wait()
        } catch {
            return .failure(.cancelled)
        }
    }
}
