import Imaging
public import Jail
import PDF
public import Zygote

/// What a child does once it is locked in: reads one request, answers it, ends.
extension Decoders: ZygoteWork {
    public var libraries: [String: String] { versions }

    /// What poppler opens when a page asks for a font that is not embedded, or for one of its tables.
    public var readable: [String] { PDFLibrary.filesReadLater }

    public func answer(stream descriptor: CInt, inputs: [CInt]) -> DecoderExitCode {
        let stream = FrameStream(descriptor: descriptor)
        let files = inputs.map { InputFile(descriptor: $0) }
        do {
            let request = try WireCoding.decode(JailRequest.self, from: try stream.receive().header)
            do {
                try Job(decoders: self, inputs: files, stream: stream).answer(request)
            } catch let refusal as ContentRefusal {
                try stream.send(.refused(refusal))
            }
            return .answered
        } catch ImagingError.outOfMemory, PDFError.outOfMemory {
            return .outOfMemory
        } catch {
            return .internalFault
        }
    }
}
