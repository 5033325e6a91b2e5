public import Shared

/// A line of a recording of uploads: the shape of one submission without personal data. Times are milliseconds.
public struct RecordedSubmission: Sendable, Hashable, Codable {
    public struct Page: Sendable, Hashable, Codable {
        /// When its file was complete, after the submission was created.
        public let after: Int64
        public let bytes: Int
        /// By the content; nil if no known type was recognised.
        public let mediaType: MediaType?

        public init(after: Int64, bytes: Int, mediaType: MediaType?) {
            (self.after, self.bytes, self.mediaType) = (after, bytes, mediaType)
        }
    }

    public struct Document: Sendable, Hashable, Codable {
        public let type: DocumentTypeID
        public let source: DocumentSource?
        public let pages: [Page]

        public init(type: DocumentTypeID, source: DocumentSource?, pages: [Page]) {
            (self.type, self.source, self.pages) = (type, source, pages)
        }
    }

    /// When it was created, since 1970.
    public let time: Int64
    /// Its recorded id.
    public let submission: SubmissionID
    public let journey: JourneyID
    public let documents: [Document]
    /// When it was first submitted, after its creation.
    public let submittedAfter: Int64
    /// The outcome of that, and its time after the creation; nil without one.
    public let outcome: SubmissionState?
    public let endedAfter: Int64?

    private enum CodingKeys: String, CodingKey {
        case time = "t"
        case submission, journey, documents, submittedAfter, outcome, endedAfter
    }

    public init(
        time: Int64, submission: SubmissionID, journey: JourneyID, documents: [Document], submittedAfter: Int64,
        outcome: SubmissionState?, endedAfter: Int64?
    ) {
        (self.time, self.submission, self.journey, self.documents) = (time, submission, journey, documents)
        (self.submittedAfter, self.outcome, self.endedAfter) = (submittedAfter, outcome, endedAfter)
    }

    /// With its line end; the time comes first.
    public func line() throws -> [UInt8] {
        var text = String(decoding: try CanonicalJSON.encode(self), as: UTF8.self)
        text.replace(",\"t\":\(time)", with: "", maxReplacements: 1)
        return RecordingLine.beginning(time) + Array(",\(text.dropFirst())\n".utf8)
    }

    private static let maximumPages = 10_000

    public init?(line: ArraySlice<UInt8>) {
        guard RecordingLine.time(ofWhole: line) != nil,
            let read = try? CanonicalJSON.decode(Self.self, from: Array(line)), read.submittedAfter >= 0,
            read.documents.reduce(0, { $0 + $1.pages.count }) <= Self.maximumPages,
            read.documents.allSatisfy({ $0.pages.allSatisfy { $0.bytes >= 0 && $0.after >= 0 } })
        else { return nil }
        self = read
    }

    /// From the events of a submission, in order; nil if it was not submitted, or if its first events are gone.
    public init?(_ events: [(header: EventHeader, payload: [UInt8])]) {
        guard let opened = events.first(where: { $0.header.type == .submissionCreated })?.header,
            let submitted = events.first(where: { $0.header.type == .submissionSubmitted }),
            let content = try? EventReader.event(SubmissionSubmitted.self, from: submitted.payload).data
        else { return nil }
        let begin = opened.time.millisecondsSinceEpoch
        func after(_ header: EventHeader) -> Int64 { max(0, header.time.millisecondsSinceEpoch - begin) }
        var arrivals: [PageID: Int64] = [:]
        for (header, payload) in events where UploadCompleted.eventTypes.contains(header.type) {
            guard let upload = try? EventReader.event(UploadCompleted.self, from: payload).data else { continue }
            arrivals[upload.page] = after(header)
        }
        let submittedAfter = after(submitted.header)
        let outcome = events.first { $0.header.sequence > submitted.header.sequence && $0.header.type.outcome != nil }?.header
        self.init(
            time: begin, submission: opened.submission, journey: opened.journey,
            documents: content.documents.map { document in
                Document(
                    type: document.documentType, source: document.source,
                    pages: document.pages.map {
                        Page(
                            after: min(arrivals[$0.page] ?? submittedAfter, submittedAfter), bytes: $0.size,
                            mediaType: $0.mediaType)
                    })
            },
            submittedAfter: submittedAfter, outcome: outcome?.type.outcome, endedAfter: outcome.map(after))
    }
}

extension EventType {
    /// The outcome that the event reports; nil for any other event.
    public var outcome: SubmissionState? {
        SubmissionState.allCases.first { $0.isOutcome && EventType(entering: $0) == self }
    }
}
