import FoundationEssentials
import HTTPServer

/// The stored problem of a refused upload: a repeated request gets the same answer.
struct KeptProblem: Sendable {
    let problem: Problem

    /// Nil for other JSON.
    init?(_ json: String) {
        struct Members: Decodable {
            let type: String
            let title: String
            let status: Int
            let detail: String?
            let accepted: [String]?
            let limit: Int?
        }
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(json.utf8)) else { return nil }
        var extensions: [String: ProblemValue] = [:]
        if let accepted = members.accepted { extensions["accepted"] = .strings(accepted) }
        if let limit = members.limit { extensions["limit"] = .integer(limit) }
        let prefix = "/problems/"
        problem = Problem(
            status: members.status,
            type: members.type.hasPrefix(prefix) ? String(members.type.dropFirst(prefix.count)) : members.type,
            title: members.title, detail: members.detail, extensions: extensions)
    }
}
