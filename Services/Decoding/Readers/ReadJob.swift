import Jail
import PDF
import Shared
import Text
import Zygote

/// Reads one page in the child. Faults of the content are thrown as `ContentRefusal`.
struct ReadJob {
    enum Fault: Error {
        case inputs(found: Int)
        /// The request is for the other jail.
        case foreignRequest
    }

    let recognizer: PageRecognizer
    let inputs: [InputFile]

    func text(for request: JailRequest) throws -> PageText {
        guard case .read(let request) = request else { throw Fault.foreignRequest }
        guard inputs.count == 1, let input = inputs.first else { throw Fault.inputs(found: inputs.count) }
        let bytes = try input.contents(atMost: request.budget.bytes)
        do {
            switch request.source {
            case .picture:
                let picture = try picture(bytes, request.budget)
                return request.onlyCodes
                    ? try recognizer.codesOnly(of: picture) : try recognizer.read(picture, in: request.languages)
            case .page(let number): return try PDFPage(bytes, number, request, recognizer).text()
            }
        } catch TextError.damaged(let detail) {
            throw ContentRefusal.damaged(detail: detail)
        } catch PDFError.damaged(let detail) {
            throw ContentRefusal.damaged(detail: detail)
        } catch PDFError.passwordProtected {
            throw ContentRefusal.passwordProtected
        }
    }

    /// A page of the other jail. Its decoding library gets nothing else.
    private func picture(_ bytes: [UInt8], _ budget: DocumentBudget) throws -> PagePicture {
        let jpeg: CleanJPEG
        do {
            jpeg = try CleanJPEG(validating: bytes)
        } catch {
            throw ContentRefusal.damaged(detail: "not a clean JPEG: \(error)")
        }
        let limit = min(budget.pixelsPerPage, Self.mostPixels)
        guard jpeg.width * jpeg.height <= limit else {
            throw ContentRefusal.overBudget(.pixelsPerPage, found: jpeg.width * jpeg.height, limit: limit)
        }
        return try PagePicture(jpeg: bytes)
    }

    /// Pages have at most nine million pixels.
    private static let mostPixels = 25_000_000
}
