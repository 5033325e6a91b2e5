/// Replaces a source that the system lacks: every choice fails as `unavailable`.
public struct UnavailablePicker: FilePicker {
    private let request: PickerRequest

    public init(_ request: PickerRequest) { self.request = request }

    public func pick() async -> PickerOutcome { .failed(PickerFault(.unavailable, in: request.language)) }
}
