package import Domain
import Shared

/// A dead letter in JSON, for the API and the command line.
package struct DeadLetterDescription: Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case event, record
    }

    /// The name: an event's id, or a record's number.
    package let id: String
    package let kind: Kind
    package let stage: String
    /// For an event its id; for a record the id of the event in it, if it is readable.
    package let event: String?
    /// For a record.
    package let number: Int64?
    package let type: String?
    package let submission: String?
    package let tenant: String?
    package let sequence: Int?
    package let attempts: Int
    package let parkedAt: String
    /// The code of the last failure.
    package let cause: String?
    /// The code and the text.
    package let error: String?
    package let submissionState: String?
    package let retry: String
    /// The place of the original record.
    package let origin: Origin?
    /// The content of the event or the record, only if a single one is shown.
    package var contents: Contents?

    package struct Origin: Codable, Sendable {
        package let cluster: String?
        package let topic: String
        package let partition: Int32
        package let offset: Int64
    }

    package struct Contents: Codable, Sendable {
        /// The key of the record.
        package let key: String
        package let headers: [Header]
        package let text: String
        package let hex: String

        package struct Header: Codable, Sendable {
            package let name: String
            package let value: String
        }
    }

    /// `docket.submitted[2]@17`.
    package var place: String? { origin.map { "\($0.topic)[\($0.partition)]@\($0.offset)" } }

    /// Whether to show the content, and all of it: a gateway's operators see no personal facts without break-glass
    /// access.
    package enum Detail: Sendable {
        case none, masked, whole
    }

    package init(_ letter: DeadLetter, _ detail: Detail = .none) {
        id = DeadLetterWords.name(letter)
        stage = letter.stage.rawValue
        parkedAt = Timestamp(letter.givenUpAt).description
        retry = DeadLetterWords.words(letter)
        switch letter {
        case .event(let item):
            (kind, number, origin) = (.event, nil, nil)
            contents = Contents(key: [], headers: [], value: item.event.payload, detail)
            event = item.key.eventID.description
            type = item.event.type.rawValue
            submission = item.event.submission.description
            tenant = item.event.tenant.rawValue
            sequence = item.event.sequence
            attempts = item.attempts
            cause = item.error.flatMap { $0.split(separator: ":").first.map(String.init) }
            error = item.error
            submissionState = item.state?.rawValue
        case .record(let record):
            let notice = record.notice
            let header = try? EventReader.header(of: notice.value)
            (kind, number, submissionState) = (.record, record.number, nil)
            event = header?.id.description
            type = header?.type.rawValue
            submission = header?.submission.description
            tenant = header?.tenant.rawValue
            sequence = header?.sequence
            attempts = notice.attempts
            cause = notice.code
            error = "\(notice.code): \(notice.problem)"
            origin = notice.origin.map {
                Origin(cluster: $0.cluster, topic: $0.topic, partition: $0.partition, offset: $0.offset)
            }
            contents = Contents(key: notice.key, headers: notice.headers, value: notice.value, detail)
        }
    }
}

extension DeadLetterDescription.Contents {
    /// Nil if nothing is to be shown.
    fileprivate init?(
        key: [UInt8], headers: [DeadLetterNotice.Header], value: [UInt8], _ detail: DeadLetterDescription.Detail
    ) {
        let shown: [UInt8]
        switch detail {
        case .none: return nil
        case .masked: shown = EventMask.masked(value)
        case .whole: shown = value
        }
        self.key = String(decoding: key, as: UTF8.self)
        self.headers = headers.map { Header(name: $0.name, value: String(decoding: $0.value, as: UTF8.self)) }
        text = String(decoding: shown, as: UTF8.self)
        hex = Hex.encode(shown)
    }
}
