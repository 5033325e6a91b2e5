import Imaging
public import Jail
import PDF
public import Zygote

/// The work of a confined child: it reads one request, answers it, and ends.
extension Decoders: RequestWork {
    public var libraries: [String: String] { versions }

    /// Files that poppler opens when a page needs a font that is not embedded, or a font's tables.
    public var readable: [String] { PDFLibrary.filesReadLater }

    public var uncalled: [String] { Self.uncalledLibraries }

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
