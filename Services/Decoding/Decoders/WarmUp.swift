import Glibc
import Imaging
import Jail
import PDF
import Shared
import Zygote

/// Runs jobs in the zygote on a picture of its own before any request. Libraries and the language's runtime initialise on
/// first use, so every child inherits that work. Nothing is decoded: that would start threads.
struct WarmUp {
    struct Failed: Error {
        let errno: CInt
    }

    let decoders: Decoders

    func run() throws {
        let picture = ImageLibrary.smallestJPEG
        _ = try answers(to: .inspect(mediaType: .jpeg, budget: DocumentBudget()), input: picture)
        // Of decoding, what is said.
        _ = try WireCoding.decode(
            JailRequest.self,
            from: WireCoding.encode(
                JailRequest.decode(DecodeRequest(mediaType: .jpeg, preview: PreviewRequest(), maximumPages: 1))))
        _ = WireCoding.encode(
            JailResponse.page(DecodedPageHeader(number: 1, total: 1, width: 1, height: 1, pageBytes: 1, previewBytes: 0)))
        _ = WireCoding.encode(JailResponse.refused(.damaged(detail: "")))
        _ = try answers(to: .inspect(mediaType: .pdf, budget: DocumentBudget()), input: PDFLibrary.smallestPDF)
    }

    /// A child's answers. Input and answers are small enough for the kernel's buffers.
    private func answers(to request: JailRequest, input: [UInt8]) throws -> [JailFrame] {
        var file: [CInt] = [-1, -1]
        guard pipe(&file) == 0 else { throw Failed(errno: errno) }
        defer { close(file[0]) }
        let written = write(file[1], input, input.count)
        close(file[1])
        guard written == input.count else { throw Failed(errno: errno) }

        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw Failed(errno: errno) }
        defer { close(ends[0]) }
        do {
            defer { close(ends[1]) }
            try Job(decoders: decoders, inputs: [InputFile(descriptor: file[0])], stream: FrameStream(descriptor: ends[1]))
                .answer(request)
        }
        var frames: [JailFrame] = []
        while let frame = try? FrameStream(descriptor: ends[0]).receive() { frames.append(frame) }
        return frames
    }
}
