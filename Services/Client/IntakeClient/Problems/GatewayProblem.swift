#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// An error answer of the gateway (RFC 9457), with the members that its problem types add.
public struct GatewayProblem: Sendable, Hashable {
    /// One of several faults, with its place.
    public struct Item: Sendable, Hashable, Codable {
        /// JSON Pointer into the request's body.
        public let pointer: String?
        /// A query or path parameter, or a header.
        public let parameter: String?
        public let detail: String
        public let rule: String?
    }

    /// The last part of the type's URI, or its fragment if it has one, such as `unknown-journey`; `about:blank` if the
    /// answer was no problem document.
    public let type: String
    public let title: String
    public let status: Int
    public let detail: String?
    /// The id of the request, for questions to the operator.
    public let instance: String?
    public let errors: [Item]
    /// What an `incomplete` submission lacks.
    public let missing: [MissingView]
    /// The question of a `confirmation-required`.
    public let confirmation: ConfirmationQuestion?
    /// The seconds to wait before the next attempt.
    public let retryAfter: Int?

    /// The question for a person, and the token to send back on consent.
    public struct ConfirmationQuestion: Sendable, Hashable {
        public let prompt: ConfirmationPrompt
        public let token: String
        public let expiresAt: Timestamp
    }
}

extension GatewayProblem: CustomStringConvertible {
    /// Title, detail, and each fault on a line of its own.
    public var description: String {
        let head = [title, detail].compactMap { $0 }.joined(separator: ": ")
        let faults = errors.map { item in
            "  " + [item.pointer ?? item.parameter, item.detail].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        }
        return ([head] + faults + missing.map { "  \($0.message)" }).joined(separator: "\n")
    }
}

extension GatewayProblem {
    /// Reads an answer with a status of 400 or more. Any other body, such as a proxy's, becomes a problem of its status.
    init(_ response: GatewayResponse) {
        let members = try? JSONDecoder().decode(Members.self, from: Data(response.body))
        type = members?.type?.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? "about:blank"
        title = members?.title ?? "The gateway answered with status \(response.status)"
        status = response.status
        detail = members?.detail
        instance = members?.instance
        errors = members?.errors ?? []
        missing = members?.reasons ?? []
        confirmation = members?.question
        retryAfter = response.headers["retry-after"].flatMap { Int($0) }
    }

    /// The gateway's answer for an incomplete submission.
    static func incomplete(_ reasons: [Reason], _ title: String) -> Self {
        Self(
            type: "incomplete", title: title, status: 422, detail: nil, instance: nil, errors: [],
            missing: reasons.map(MissingView.init), confirmation: nil, retryAfter: nil)
    }

    private struct Members: Decodable {
        let type: String?
        let title: String?
        let detail: String?
        let instance: String?
        let errors: [Item]?
        let reasons: [MissingView]?
        let message: String?
        let actionLabel: String?
        let token: String?
        let expiresAt: Timestamp?

        var question: ConfirmationQuestion? {
            guard let title, let message, let actionLabel, let token, let expiresAt else { return nil }
            let prompt = ConfirmationPrompt(title: title, message: message, actionLabel: actionLabel)
            return ConfirmationQuestion(prompt: prompt, token: token, expiresAt: expiresAt)
        }
    }
}
