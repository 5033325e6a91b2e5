import Crypto
import Domain
import HTTPServer
import Shared

extension IdempotencyKey {
    static let header = "Idempotency-Key"

    /// The key of a request; nil if it has none. It is a string of RFC 8941 in double quotes. Missing quotes are
    /// accepted.
    init?(of call: Call) throws(Problem) {
        let values = call.request.headers.values(for: Self.header)
        guard let value = values.first else { return nil }
        guard values.count == 1, let text = Self.text(of: value), let own = IdempotencyKey(text, tenant: call.tenant) else {
            throw .invalidKey
        }
        guard let space = Self.space(of: call.principal) else {
            self = own
            return
        }
        // The name of a space has no NUL in it: another space and another text never make the same bytes.
        let name = Hex.encode(SHA256.hash(Array("\(space.name)\0\(text)".utf8)))
        guard let key = IdempotencyKey("\(space.kind)-\(name)", tenant: call.tenant) else { throw .invalidKey }
        self = key
    }

    /// Persons and links of a tenant have separate keys: none gets another's answer or blocks another's key. Nil for the
    /// tenant's own programs, which may repeat each other's requests.
    private static func space(of principal: Principal) -> (kind: String, name: String)? {
        if let subject = principal.subject { return ("person", subject) }
        return principal.link.map { ("link", $0.description) }
    }

    /// Nil for unbalanced quotes.
    private static func text(of value: String) -> String? {
        let value = value.unicodeScalars
        guard value.first == "\"" else { return value.contains("\"") ? nil : String(value) }
        guard value.count >= 2, value.last == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        var scalars = value.dropFirst().dropLast().makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "\\":
                guard let escaped = scalars.next(), escaped == "\\" || escaped == "\"" else { return nil }
                text.append(escaped)
            case "\"": return nil
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

extension Problem {
    static var invalidKey: Problem {
        let detail = "Send one key of 1 to \(IdempotencyKey.maximumLength) visible characters, such as a UUID."
        return Problem(
            .idempotencyKeyInvalid, detail: detail,
            errors: [ProblemItem(parameter: IdempotencyKey.header, detail: detail, rule: "idempotency-key")])
    }

    static var keyReused: Problem {
        Problem(
            .idempotencyKeyReused,
            detail: "This key was sent with another request. Repeat that one unchanged, or use a new key for a new request.")
    }

    static var keyInUse: Problem {
        Problem(
            .idempotencyKeyInUse, detail: "A request with this key is being handled. Repeat it shortly to get its answer.",
            headers: ["Retry-After": String(retryAfter)])
    }
}
