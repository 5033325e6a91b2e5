public import Jail
import Shared

/// The work of answering one request per child: with a result, or a refusal of the content.
public protocol RequestWork: ZygoteWork {
    /// Answers on the stream.
    ///
    /// - Throws: `ContentRefusal` for faults of the content.
    func answer(_ request: JailRequest, inputs: [InputFile], on stream: FrameStream) throws

    /// Whether an error means that a library ran out of memory.
    static func isOutOfMemory(_ error: any Error) -> Bool
}

extension RequestWork {
    public func answer(stream descriptor: CInt, inputs: [CInt]) -> DecoderExitCode {
        let stream = FrameStream(descriptor: descriptor)
        do {
            let request = try WireCoding.decode(JailRequest.self, from: try stream.receive().header)
            do {
                try answer(request, inputs: inputs.map { InputFile(descriptor: $0) }, on: stream)
            } catch let refusal as ContentRefusal {
                try stream.send(.refused(refusal))
            }
            return .answered
        } catch {
            return Self.isOutOfMemory(error) ? .outOfMemory : .internalFault
        }
    }
}
