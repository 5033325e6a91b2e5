import CommandLine
import CommandSupport
import Crypto
import Shared

/// Time stamps of heads in answers and exports, and the trusted authorities.
enum HeadStampText {
    static let option = Option<FilePath?>(
        "tsa-certificates", placeholder: "FILE", help: "Certificates (PEM) of those whose time stamps you trust")

    /// The message if the person has named no authority.
    static let unknown = "Who has signed the time stamps cannot be told: name their certificates with --tsa-certificates."

    /// The stamp in a head's JSON; nil if there is none. A value that is no base64 is returned as an invalid stamp, which
    /// the check reports.
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
