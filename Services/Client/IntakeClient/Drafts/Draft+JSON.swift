#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Shared

/// The stored form of drafts. Members that an earlier version of this library did not have may be absent.
enum DraftRecord {
    /// Grows only when an older reader would misunderstand a newer form. A new member alone does not change it.
    static let format = 1
    /// Enough for thousands of pages.
    static let maximumBytes = 4 << 20

    static func encode(_ draft: Draft) throws(DraftStorageError) -> [UInt8] {
        do {
            let bytes = try CanonicalJSON.encode(Written(draft))
            guard bytes.count <= maximumBytes else { throw DraftStorageError(.tooLarge, "The draft has too many pages.") }
            return bytes
        } catch let error as DraftStorageError {
            throw error
        } catch {
            throw DraftStorageError(.unwritable, "The draft cannot be written down.", detail: String(describing: error))
        }
    }

    /// - Throws: `newerFormat`, and leaves that draft as it is; `corrupt`.
    static func decode(_ bytes: [UInt8]) throws(DraftStorageError) -> Draft {
        struct Head: Decodable { let format: Int }
        guard bytes.count <= maximumBytes, let head = try? CanonicalJSON.decode(Head.self, from: bytes), head.format > 0 else {
            throw DraftStorageError(.corrupt, "The draft that was kept cannot be read.")
        }
        guard head.format <= format else {
            throw DraftStorageError(
                .newerFormat, "The draft was written by a newer version of this app. Update the app to go on with it.")
        }
        do {
            return try CanonicalJSON.decode(Written.self, from: bytes).draft
        } catch {
            throw DraftStorageError(.corrupt, "The draft that was kept cannot be read.")
        }
    }

    private struct Written: Codable {
        let format: Int
        let draft: Draft

        enum CodingKeys: String, CodingKey { case format }

        init(_ draft: Draft) {
            format = DraftRecord.format
            self.draft = draft
        }

        init(from decoder: any Decoder) throws {
            format = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .format)
            draft = try Draft(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(format, forKey: .format)
            try draft.encode(to: encoder)
        }
    }
}

extension Draft: Codable {
    private enum CodingKeys: String, CodingKey { case journey, documents, consent, submission, removals, key, stamp }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        journey = try container.decode(JourneyID.self, forKey: .journey)
        documents = try container.decode([DraftDocument].self, forKey: .documents)
        consent = try container.decodeIfPresent(String.self, forKey: .consent)
        submission = try container.decodeIfPresent(SubmissionID.self, forKey: .submission)
        removals = try container.decodeIfPresent([DraftRemoval].self, forKey: .removals) ?? []
        key = try container.decodeIfPresent(UUID.self, forKey: .key) ?? UUID()
        stamp = try container.decodeIfPresent(DraftStamp.self, forKey: .stamp) ?? .unknown
        guard Set(documents.map(\.id)).count == documents.count, Set(pages.map(\.id)).count == pages.count else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Two have one id."))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(journey, forKey: .journey)
        try container.encode(documents, forKey: .documents)
        try container.encodeIfPresent(consent, forKey: .consent)
        try container.encodeIfPresent(submission, forKey: .submission)
        if !removals.isEmpty { try container.encode(removals, forKey: .removals) }
        try container.encode(key, forKey: .key)
        try container.encode(stamp, forKey: .stamp)
    }
}

extension DraftStamp {
    /// For a draft without a stamp: always the same.
    fileprivate static let unknown = DraftStamp(
        writer: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), revision: 0)
}

extension DraftDocument: Codable {
    private enum CodingKeys: String, CodingKey { case id, type, issueDate, expiryDate, period, source, pages, sent, round }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(DraftDocumentID.self, forKey: .id)
        type = try container.decode(DocumentTypeID.self, forKey: .type)
        issueDate = try container.decodeIfPresent(CalendarDate.self, forKey: .issueDate)
        expiryDate = try container.decodeIfPresent(CalendarDate.self, forKey: .expiryDate)
        period = try container.decodeIfPresent(DatePeriod.self, forKey: .period)
        source = try container.decodeIfPresent(DocumentSource.self, forKey: .source)
        pages = try container.decodeIfPresent([DraftPage].self, forKey: .pages) ?? []
        var sent = try container.decodeIfPresent(SentDocument.self, forKey: .sent)
        if sent?.type == nil { sent?.type = type }
        self.sent = sent
        round = try container.decodeIfPresent(Int.self, forKey: .round) ?? 0
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(issueDate, forKey: .issueDate)
        try container.encodeIfPresent(expiryDate, forKey: .expiryDate)
        try container.encodeIfPresent(period, forKey: .period)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encode(pages, forKey: .pages)
        try container.encodeIfPresent(sent, forKey: .sent)
        if round != 0 { try container.encode(round, forKey: .round) }
    }
}

extension DraftPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, rotation, name, size, mediaType, declaredMediaType, pageCount, path, fingerprint, isElsewhere, upload, offset,
            page, sentRotation, digest, refusal, isCancelled
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(DraftPageID.self, forKey: .id)
        rotation = try container.decodeIfPresent(Rotation.self, forKey: .rotation) ?? .none
        var place = DraftFile.Place.storage
        if let path = try container.decodeIfPresent(String.self, forKey: .path) {
            place = .path(path, try container.decode(FileFingerprint.self, forKey: .fingerprint))
        } else if try container.decodeIfPresent(Bool.self, forKey: .isElsewhere) == true {
            place = .gateway
        }
        let size = try container.decode(Int.self, forKey: .size)
        file = DraftFile(
            place: place, name: try container.decodeIfPresent(String.self, forKey: .name) ?? "", size: size,
            mediaType: try container.decodeIfPresent(MediaType.self, forKey: .mediaType),
            declaredMediaType: try container.decodeIfPresent(MediaType.self, forKey: .declaredMediaType),
            pageCount: try container.decodeIfPresent(Int.self, forKey: .pageCount))
        let offset = try container.decodeIfPresent(Int.self, forKey: .offset) ?? 0
        guard 0 <= offset, offset <= size else {
            throw DecodingError.dataCorruptedError(forKey: .offset, in: container, debugDescription: "No place in the file.")
        }
        if let page = try container.decodeIfPresent(PageID.self, forKey: .page) {
            transfer = .sent(page, try container.decodeIfPresent(Rotation.self, forKey: .sentRotation) ?? .none)
        } else if let upload = try container.decodeIfPresent(UploadID.self, forKey: .upload) {
            transfer = .sending(upload, offset: offset)
        } else if let refusal = try container.decodeIfPresent(String.self, forKey: .refusal) {
            transfer = .refused(refusal)
        } else {
            transfer = try container.decodeIfPresent(Bool.self, forKey: .isCancelled) == true ? .cancelled : .waiting
        }
        digest = try container.decodeIfPresent(ContentDigest.self, forKey: .digest)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        if rotation != .none { try container.encode(rotation, forKey: .rotation) }
        try container.encode(file.name, forKey: .name)
        try container.encode(file.size, forKey: .size)
        try container.encodeIfPresent(file.mediaType, forKey: .mediaType)
        try container.encodeIfPresent(file.declaredMediaType, forKey: .declaredMediaType)
        try container.encodeIfPresent(file.pageCount, forKey: .pageCount)
        switch file.place {
        case .storage: break
        case .gateway: try container.encode(true, forKey: .isElsewhere)
        case .path(let path, let fingerprint):
            try container.encode(path, forKey: .path)
            try container.encode(fingerprint, forKey: .fingerprint)
        }
        switch transfer {
        case .waiting: break
        case .sending(let upload, let offset):
            try container.encode(upload, forKey: .upload)
            try container.encode(offset, forKey: .offset)
        case .sent(let page, let rotation):
            try container.encode(page, forKey: .page)
            try container.encode(rotation, forKey: .sentRotation)
            try container.encodeIfPresent(digest, forKey: .digest)
        case .refused(let words): try container.encode(words, forKey: .refusal)
        case .cancelled: try container.encode(true, forKey: .isCancelled)
        }
    }
}
