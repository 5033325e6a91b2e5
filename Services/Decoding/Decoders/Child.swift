import Imaging
public import Jail
import PDF
public import Zygote

/// What a child does once it is locked in: reads one request, answers it, ends.
extension Decoders: RequestWork {
    public var libraries: [String: String] { versions }

    /// What poppler opens when a page asks for a font that is not embedded, or for one of its tables.
    public var readable: [String] { PDFLibrary.filesReadLater }

    public func answer(_ request: JailRequest, inputs: [InputFile], on stream: FrameStream) throws {
        try Job(decoders: self, inputs: inputs, stream: stream).answer(request)
    }

    public static func isOutOfMemory(_ error: any Error) -> Bool {
        switch error {
        case ImagingError.outOfMemory, PDFError.outOfMemory: true
        default: false
        }
    }
}
