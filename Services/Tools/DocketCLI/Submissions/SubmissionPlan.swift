/// What is to be sent as one submission.
struct SubmissionPlan: Sendable {
    struct File: Sendable {
        let path: String
        /// Nil lets the name's ending decide; the gateway looks at the content anyway.
        var mediaType: String?
    }

    struct Document: Sendable {
        let type: String
        let issueDate: String?
        let files: [File]
    }

    let journey: String
    var subject: String?
    let documents: [Document]

    /// The media type that a file's name promises.
    static func mediaType(ofPath path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
        switch ending {
        case "jpg", "jpeg": return "image/jpeg"
        case "png": return "image/png"
        case "heic": return "image/heic"
        case "heif": return "image/heif"
        case "webp": return "image/webp"
        case "tif", "tiff": return "image/tiff"
        case "gif": return "image/gif"
        case "pdf": return "application/pdf"
        default: return "application/octet-stream"
        }
    }
}
