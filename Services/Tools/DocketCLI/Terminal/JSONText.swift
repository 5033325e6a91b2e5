import Shared

/// Results for programs.
enum JSONText {
    /// One line; an empty object for what JSON cannot hold.
    static func of(_ value: some Encodable) -> String {
        (try? CanonicalJSON.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
