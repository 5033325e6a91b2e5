import Crypto
import HTTPServer
import Shared

/// `Upload-Metadata` of tus: pairs of a key and an optional base64 value, separated by commas.
struct TusMetadata: Hashable, Sendable {
    private let values: [String: String]

    init(_ header: String?) throws(Problem) {
        var values: [String: String] = [:]
        guard let header, !header.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
            self.values = [:]
            return
        }
        guard header.utf8.count <= Tus.maximumMetadata else {
            throw .invalidHeader("Upload-Metadata", "at most \(Tus.maximumMetadata) bytes long")
        }
        for pair in header.split(at: ",", omittingEmptySubsequences: false) {
            let words = pair.split(at: " ")
            guard let key = words.first, words.count <= 2, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                values[String(key)] == nil, let bytes = words.count == 2 ? Base64.decode(words[1]) : [],
                let value = String(validating: bytes, as: UTF8.self)
            else { throw .invalidHeader("Upload-Metadata", "pairs of a key and a base64 value, separated by commas") }
            values[String(key)] = value
        }
        self.values = values
    }

    /// The document of the file.
    var document: String? { values["document"] }

    /// The declaration of the file. tus clients have different names for the same values.
    func declaration(size: Int?) throws(Problem) -> FileDeclaration {
        let type = ["filetype", "type", "contentType", "content_type"].lazy.compactMap { values[$0] }.first { !$0.isEmpty }
        let name = ["filename", "name"].lazy.compactMap { values[$0] }.first { !$0.isEmpty }
        var mediaType: MediaType?
        if let type {
            guard let known = MediaType(type) else {
                throw Problem(
                    .unsupportedMediaType, detail: "“filetype” in Upload-Metadata must be a media type such as image/jpeg.")
            }
            mediaType = known
        }
        return FileDeclaration(
            mediaType: mediaType, fileExtension: name.flatMap(MediaType.fileExtension(ofName:)), size: size)
    }
}
