#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// Upload links, which a tenant's back end gives to a person, such as `https://docs.example/u/dl_…`.
extension IntakeClient {
    /// A client from a link: its address has the gateway and a secret, which grants the permissions. The secret is sent
    /// only to that gateway.
    ///
    /// - Throws: `invalidAddress` for anything but the address of a link.
    public init(
        link: String, transport: any GatewayTransport, language: Language? = nil, time: any ClientTime = SystemClientTime()
    ) throws(IntakeClientError) {
        let refusal = IntakeClientError(code: .invalidAddress, LocalizedMessage(.linkUnknownText))
        guard let parts = URLComponents(string: link), let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil,
            let scheme = parts.scheme
        else { throw refusal }
        let path = parts.path.split(separator: "/")
        guard let place = path.lastIndex(of: "u"), place + 1 < path.count, path[place + 1].utf8.count <= 200 else {
            throw refusal
        }
        let base = path[..<place].map { "/\($0)" }.joined()
        let port = parts.port.map { ":\($0)" } ?? ""
        do throws(IntakeClientError) {
            try self.init(
                baseURL: "\(scheme)://\(host)\(port)\(base)", token: String(path[place + 1]),
                transport: transport, language: language, time: time)
        } catch {
            throw refusal
        }
    }

    /// The submission of this client's link.
    ///
    /// - Throws: `invalidRequest` for a client without a link; `refused` with the problem `link-ended` once it has
    ///   expired, was withdrawn or has no uses left.
    public func linkedSubmission() async throws(IntakeClientError) -> SubmissionView {
        guard let token, token.hasPrefix("dl_") else {
            throw IntakeClientError(code: .invalidRequest, LocalizedMessage(.linkUnknownText))
        }
        return try await answer(request("GET", "/u/\(token)"), as: SubmissionView.self)
    }
}
