import Shared

/// Results as JSON for programs.
enum JSONText {
    /// One line; an empty object for a value that JSON cannot represent.
    static func of(_ value: some Encodable) -> String {
        (try? CanonicalJSON.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
