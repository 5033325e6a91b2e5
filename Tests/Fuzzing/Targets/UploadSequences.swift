import Domain
import Shared

@testable import HTTPServer
@testable import IntakeGateway

/// Requests of tus and of the IETF's drafts, one after the other, to one upload. What must hold: what was acknowledged stays so; no
/// more is taken than was announced; a length that is known stays as it is; an upload is whole once, and takes nothing more; each
/// answer says what is so.
enum UploadSequences: FuzzTarget {
    static func run(_ input: [UInt8]) {
        var upload: Upload?
        for request in HostileRequests.requests(in: input) {
            let before = upload
            do throws(Problem) {
                if let known = upload {
                    try UploadModel.handle(request, &upload)
                    precondition(upload?.id == known.id)
                } else if request.method == .post {
                    try UploadModel.create(request, &upload)
                }
            } catch {
                precondition(UploadModel.dialect(of: request).refused(error).isOfTheRequest)
            }
            guard let after = upload else { continue }
            precondition(after.offset >= 0 && after.offset <= after.length ?? .max, "more was taken than was announced")
            if after.state == .completed { precondition(after.length == nil || after.offset == after.length, "an end too early") }
            if let before {
                precondition(after.offset >= before.offset, "what was acknowledged is gone")
                precondition(before.length == nil || after.length == before.length, "a length that was known has changed")
                if before.state != .open { precondition(after == before, "an upload that has ended has changed") }
            }
            UploadModel.checkAnswer(to: request, after)
        }
    }

    static let templates: [String] = {
        let create = "POST /v1/uploads?document=\(UploadModel.document)\n"
        let tus = "Tus-Resumable: 1.0.0\nContent-Type: application/offset+octet-stream\n"
        let interop = "Upload-Draft-Interop-Version: "
        return [
            "\(create)\(tus)Upload-Length: ‹100›\nContent-Length: ‹10›\n\n"
                + "PATCH /\n\(tus)Upload-Offset: ‹10›\nContent-Length: ‹40›\nArrived: ‹30›\n\nHEAD /\n\(tus)\n"
                + "PATCH /\n\(tus)Upload-Offset: ‹40›\nTransfer-Encoding: chunked\nArrived: ‹60›\n\nDELETE /\n\(tus)\n",
            "\(create)\(tus)Upload-Defer-Length: 1\nContent-Length: 0\n\nPATCH /\n\(tus)Upload-Offset: ‹0›\nUpload-Length: ‹9›\n"
                + "Content-Length: ‹9›\n\nPATCH /\n\(tus)Upload-Offset: ‹9›\nContent-Length: 0\n",
            "\(create)\(interop)6\nUpload-Complete: ?0\nUpload-Length: ‹20›\nContent-Length: ‹10›\nArrived: ‹5›\n\n"
                + "HEAD /\n\(interop)6\n\nPATCH /\n\(interop)6\nContent-Type: application/partial-upload\nUpload-Offset: ‹5›\n"
                + "Upload-Complete: ?1\nContent-Length: ‹15›\n",
            "\(create)\(interop)‹3›\nUpload-Incomplete: ?1\nContent-Length: 0\n\nPATCH /\n\(interop)3\nUpload-Offset: ‹0›\n"
                + "Transfer-Encoding: chunked\nArrived: ‹70›\n",
            "\(create)Content-Length: ‹60›\nContent-Type: image/jpeg\n",
        ]
    }()

    static var seeds: [[UInt8]] { templates.flatMap(HostileNumbers.seeds) }
}
