import CommandLine
import CommandSupport
import Crypto
import Shared

/// Time stamps of heads, as answers and exports have them, and who is trusted with them.
enum HeadStampText {
    static let option = Option<FilePath?>(
        "tsa-certificates", placeholder: "FILE", help: "Certificates (PEM) of those whose time stamps you trust")

    /// For a person who has named nobody.
    static let unknown = "Who has signed the time stamps cannot be told: name their certificates with --tsa-certificates."

    /// Of a head's JSON; nil where there is none. What is no base64 is no stamp, which the check says.
    static func token(in head: JSONValue) -> [UInt8]? {
        guard case .string(let text)? = head["stamp"] else { return nil }
        return Base64.decode(text) ?? []
    }

    static func authorities(_ arguments: ParsedArguments) throws(CommandFailure) -> TimeStampAuthorities? {
        guard let path = arguments[option]?.text else { return nil }
        guard let pem = FileText.bytes(path, limit: TimeStampAuthorities.maximumLength) else {
            throw CommandFailure(.notFound, "\(path) cannot be read")
        }
        do throws(CryptoError) {
            return try TimeStampAuthorities(pem: pem)
        } catch {
            throw CommandFailure(.notAccepted, "\(path) cannot be used: \(error.description)")
        }
    }
}
