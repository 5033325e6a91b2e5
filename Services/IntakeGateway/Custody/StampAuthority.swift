import Crypto
import HTTPClient

/// A time stamp authority, over HTTP (RFC 3161, section 3.4).
struct StampAuthority: Sendable {
    struct Fault: Error, Sendable, CustomStringConvertible {
        let description: String
    }

    /// The time for an answer: an authority signs only a few hundred bytes.
    private static let patience = Duration.seconds(10)

    private let configuration: StampConfiguration
    private let client: HTTPClient

    init(_ configuration: StampConfiguration, client: HTTPClient) {
        (self.configuration, self.client) = (configuration, client)
    }

    /// Requests the stamp of a text.
    func stamp(_ text: String) async throws(Fault) -> TimeStamp {
        do {
            let query = try TimeStampQuery(of: SHA256.hash(Array(text.utf8)))
            var request = ClientRequest(
                "POST", configuration.url,
                headers: ["Content-Type": TimeStampQuery.mediaType, "Accept": TimeStampQuery.answerType],
                body: .bytes(query.bytes))
            request.timeout = Self.patience
            request.maximumResponseBytes = TimeStamp.maximumLength
            let answer = try await client.send(request)
            guard answer.isSuccess else { throw Fault(description: "it answers \(answer.status)") }
            return try query.stamp(in: answer.body, trusting: configuration.authorities)
        } catch let fault as Fault {
            throw fault
        } catch let fault as TimeStampFault {
            throw Fault(description: fault.description)
        } catch {
            throw Fault(description: "it cannot be asked: \(error)")
        }
    }
}
