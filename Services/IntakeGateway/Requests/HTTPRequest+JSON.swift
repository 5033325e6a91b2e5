import FoundationEssentials
import HTTPServer
import Shared

extension HTTPRequest {
    /// The largest JSON body, in bytes.
    static let maximumJSONBytes = 64 * 1024

    /// Reads the body as a JSON object.
    ///
    /// - Throws: `unsupported-media-type` for another declared type, `too-large`, `malformed-json`, and `invalid-request`
    ///   for another value than an object.
    // Inlined into a handler, it makes the optimiser of Swift 6.3 crash while it splits that coroutine.
    @inline(never)
    func jsonObject() async throws -> RequestObject {
        try requireJSON()
        return try RequestObject.parse(try await jsonBytes())
    }

    /// Like `jsonObject()`, for an optional body.
    @inline(never)
    func optionalJSONObject() async throws -> RequestObject {
        guard body.declaredLength != 0 else { return RequestObject([:]) }
        return try await jsonObject()
    }

    /// The bytes of a JSON body, or none.
    ///
    /// - Throws: `too-large`.
    func jsonBytes() async throws -> [UInt8] {
        if let declared = body.declaredLength, declared > Self.maximumJSONBytes { throw Self.jsonTooLarge }
        var bytes: [UInt8] = []
        while let chunk = try await body.next() {
            bytes += chunk
            if bytes.count > Self.maximumJSONBytes { throw Self.jsonTooLarge }
        }
        return bytes
    }

    private func requireJSON() throws(Problem) {
        guard let declared = headers["content-type"] else { return }
        guard let type = MediaType(declared), type.essence == "application/json" || type.essence.hasSuffix("+json") else {
            throw Self.noJSON
        }
    }

    static let noJSON = Problem(
        .unsupportedMediaType, detail: "Send JSON, with “Content-Type: application/json”.",
        members: ["accepted": .strings(["application/json"])])

    private static var jsonTooLarge: Problem {
        Problem(
            .tooLarge, detail: "A JSON body may have at most \(maximumJSONBytes) bytes.",
            members: ["limit": .integer(maximumJSONBytes)])
    }
}

extension RequestObject {
    static func parse(_ bytes: [UInt8]) throws(Problem) -> RequestObject {
        guard !bytes.isEmpty else {
            throw Problem(
                .malformedJSON, detail: "The body is empty; a JSON object is wanted.", errors: [root("The body is empty.")])
        }
        // Deeper than anything that is asked for here. The decoder's effort is its depth times its values.
        guard depth(of: bytes) <= maximumDepth else {
            let detail = "The body has more than \(maximumDepth) brackets within each other."
            throw Problem(.malformedJSON, detail: detail, errors: [root(detail)])
        }
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            let detail = "The body cannot be read as JSON (RFC 8259). Check quotes, commas and brackets."
            throw Problem(.malformedJSON, detail: detail, errors: [root(explanation(of: error))])
        }
        guard case .object(let members) = value else {
            throw Problem(
                .invalidRequest, detail: "The body must be a JSON object, not \(value.kind).",
                errors: [root("This must be an object.")])
        }
        return RequestObject(members)
    }

    private static let maximumDepth = 32

    /// The depth of nested brackets, without those in strings.
    private static func depth(of bytes: [UInt8]) -> Int {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): if !isText { depth += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText { depth -= 1 }
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    private static func root(_ detail: String) -> ProblemItem { ProblemItem(pointer: "", detail: detail, rule: "json") }

    /// The place where the parser stopped, without quoting the body.
    private static func explanation(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError,
            let line = (context.underlyingError as? CocoaError)?.userInfo["NSJSONSerializationErrorIndex"] as? Int
        else { return "The text is not JSON." }
        return "The text stops being JSON at byte \(line)."
    }
}
