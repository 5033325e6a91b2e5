public import Jail
import Shared

/// Work that answers one request a child: what it says, or why the content cannot be used.
public protocol RequestWork: ZygoteWork {
    /// Answers on the stream.
    ///
    /// - Throws: `ContentRefusal` for what is wrong with the content.
    func answer(_ request: JailRequest, inputs: [InputFile], on stream: FrameStream) throws

    /// Whether a library has told that memory is used up.
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
