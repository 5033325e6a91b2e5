import Shared

@testable import IntakeClient

extension GatewayDouble {
    func upload(
        _ request: GatewayRequest, _ path: [String], _ bytes: [UInt8], _ state: inout State
    ) -> GatewayResponse {
        guard path.count == 3 else { return begin(request, &state) }
        guard let id = UploadID(path[2]), var upload = state.uploads[id] else { return Self.problem(404, "not-found") }
        switch request.method {
        case "HEAD": break
        case "DELETE":
            state.uploads[id] = nil
            return GatewayResponse(status: 204)
        default:
            guard request.headers["upload-offset"] == String(upload.bytes.count) else {
                return Self.problem(409, "mismatching-upload-offset")
            }
            upload.bytes += bytes
            guard upload.bytes.count <= upload.length else { return Self.problem(413, "upload-length-exceeded") }
            if upload.bytes.count == upload.length, upload.page == nil {
                guard let index = state.documents.firstIndex(where: { $0.id == upload.document }),
                    state.submission.allowsChanges
                else { return Self.problem(409, "not-a-draft") }
                let page = StoredPage(upload.bytes)
                upload.page = page.id
                state.documents[index].pages.append(page)
                state.version += 1
            }
            state.uploads[id] = upload
        }
        var headers = ["upload-offset": String(upload.bytes.count), "upload-length": String(upload.length)]
        if let page = upload.page {
            headers["content-location"] = "http://gateway.test/v1/submissions/s/documents/d/pages/\(page)"
        }
        return GatewayResponse(status: request.method == "HEAD" ? 200 : 204, headers: headers)
    }

    func begin(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        guard request.headers["tus-resumable"] == "1.0.0", let length = request.headers["upload-length"].flatMap({ Int($0) }),
            let id = request.url.split(separator: "document=").last.flatMap({ DocumentID(String($0)) }),
            let document = state.documents.first(where: { $0.id == id })
        else { return Self.problem(404, "not-found") }
        guard state.submission.allowsChanges, document.state.allowsChanges else { return Self.problem(409, "not-a-draft") }
        let limit = journey.documentType(document.new.type)?.maximumBytes ?? .max
        guard length <= limit else { return Self.problem(413, "too-large") }
        let upload = UploadID.random()
        state.uploads[upload] = Upload(document: id, length: length)
        return GatewayResponse(status: 201, headers: ["location": "http://gateway.test/v1/uploads/\(upload)"])
    }
}
