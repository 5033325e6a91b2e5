import FoundationEssentials
import Shared
import Support

/// A record of a topic, as `kcat -J` shows it.
struct TopicRecord: Decodable, Sendable {
    let topic: String
    let partition: Int
    let offset: Int
    let key: String?
    /// Names and values in turn.
    let headers: [String]?
    let payload: String

    var header: EventHeader {
        get throws { try EventReader.header(of: Array(payload.utf8)) }
    }

    func header(_ name: String) -> String? {
        guard let headers, let index = headers.firstIndex(of: name), index + 1 < headers.count else { return nil }
        return headers[index + 1]
    }
}

extension RunningDocket {
    /// All that is in a topic now.
    func records(_ topic: Topic) async throws -> [TopicRecord] {
        let result = try await Program.check(
            "kcat",
            ["-b", try variable("KAFKA_BOOTSTRAP_SERVERS"), "-C", "-t", topic.name, "-o", "beginning", "-e", "-q", "-J"])
        return try result.text.split(separator: "\n").map { try JSONDecoder().decode(TopicRecord.self, from: Data($0.utf8)) }
    }

    func records(_ topic: Topic, of submission: SubmissionID) async throws -> [TopicRecord] {
        try await records(topic).filter { $0.key == submission.description }
    }
}
