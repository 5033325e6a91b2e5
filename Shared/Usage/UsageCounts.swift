/// What a tenant has used.
public struct UsageCounts: Sendable, Hashable, Codable {
    /// Submissions that were submitted for the first time.
    public var submissions = 0
    /// Files that arrived.
    public var files = 0
    /// Their bytes.
    public var bytes = 0
    /// Clean pages of files that had none.
    public var pagesMade = 0
    /// Pages whose words were read.
    public var pagesRead = 0
    /// Processor time of reading them.
    public var readingMilliseconds = 0

    public init(
        submissions: Int = 0, files: Int = 0, bytes: Int = 0, pagesMade: Int = 0, pagesRead: Int = 0, readingMilliseconds: Int = 0
    ) {
        (self.submissions, self.files, self.bytes) = (submissions, files, bytes)
        (self.pagesMade, self.pagesRead, self.readingMilliseconds) = (pagesMade, pagesRead, readingMilliseconds)
    }

    public static let zero = UsageCounts()

    public static func + (left: Self, right: Self) -> Self {
        UsageCounts(
            submissions: left.submissions + right.submissions, files: left.files + right.files, bytes: left.bytes + right.bytes,
            pagesMade: left.pagesMade + right.pagesMade, pagesRead: left.pagesRead + right.pagesRead,
            readingMilliseconds: left.readingMilliseconds + right.readingMilliseconds)
    }

    public static func += (left: inout Self, right: Self) { left = left + right }
}

extension UsageCounts {
    /// A day that was told of before reading was timed has no time of it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            submissions: try container.decode(Int.self, forKey: .submissions),
            files: try container.decode(Int.self, forKey: .files),
            bytes: try container.decode(Int.self, forKey: .bytes), pagesMade: try container.decode(Int.self, forKey: .pagesMade),
            pagesRead: try container.decode(Int.self, forKey: .pagesRead),
            readingMilliseconds: try container.decodeIfPresent(Int.self, forKey: .readingMilliseconds) ?? 0)
    }

    /// The types of event that count.
    public static let eventTypes: Set<EventType> = UploadCompleted.eventTypes.union(SubmissionSubmitted.eventTypes)
        .union(SubmissionAsked.eventTypes).union(SubmissionNormalized.eventTypes).union(SubmissionOutcome.eventTypes)

    /// What one event adds. Whoever adds each event once counts everything once: a stage writes one event, whatever it took.
    ///
    /// - Throws: `EventFault.unknownVersion` for an event of a newer version, which may count.
    public init(of type: String, _ event: @autoclosure () -> [UInt8]?) throws(EventFault) {
        guard let known = EventType(rawValue: type) else {
            guard !EventType.isNewVersion(type) else { throw .unknownVersion(type) }
            self = .zero
            return
        }
        guard Self.eventTypes.contains(known) else {
            self = .zero
            return
        }
        let facts: Facts
        do {
            facts = try CanonicalJSON.decode(Facts.Event.self, from: event() ?? []).data
        } catch {
            throw .malformed(String(describing: error))
        }
        self = Self.counts(of: known, facts)
    }

    private static func counts(of type: EventType, _ facts: Facts) -> UsageCounts {
        if UploadCompleted.eventTypes.contains(type) { return UsageCounts(files: 1, bytes: max(0, facts.size ?? 0)) }
        // What comes again after needs_input, or by an operator's retry, is the same submission.
        if SubmissionSubmitted.eventTypes.contains(type) { return UsageCounts(submissions: facts.attempt == 1 ? 1 : 0) }
        let work = facts.work
        return UsageCounts(
            pagesMade: max(0, work?.pagesMade ?? 0), pagesRead: max(0, work?.pagesRead ?? 0),
            readingMilliseconds: max(0, work?.readingMilliseconds ?? 0))
    }

    /// The part of an event's data that counts: a submit names every page, and none is needed here.
    private struct Facts: Decodable {
        struct Event: Decodable { let data: Facts }

        let attempt: Int?
        let size: Int?
        let work: StageWork?
    }
}
