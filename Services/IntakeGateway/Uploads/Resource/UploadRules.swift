import Domain

/// Why an upload refuses an append. Each dialect has its own answer for it.
enum UploadRefusal: Error, Hashable, Sendable {
    case mismatchingOffset(expected: Int, provided: Int)
    case completed
    case ended(Upload.State)
    /// It joins others, and takes no bytes of its own.
    case joined
    case inconsistentLength(known: Int, given: Int)
    /// The request announces or has more bytes than the upload's length leaves.
    case lengthExceeded(length: Int)
}

/// The rules of an upload, the same for every dialect. They are pure.
struct UploadRules: Sendable {
    let state: Upload.State
    let kind: Upload.Kind
    let offset: Int
    let length: Int?

    init(_ upload: Upload) {
        (state, kind, offset, length) = (upload.state, upload.kind, upload.offset, upload.length)
    }

    init(state: Upload.State = .open, kind: Upload.Kind = .whole, offset: Int = 0, length: Int? = nil) {
        (self.state, self.kind, self.offset, self.length) = (state, kind, offset, length)
    }

    /// Whether the bytes may be appended.
    ///
    /// - Returns: The known length of the whole file from now on.
    func accept(_ append: UploadAppend) throws(UploadRefusal) -> Int? {
        switch state {
        case .open: break
        case .completed:
            // A client that did not hear the last answer asks again at the end; whoever is elsewhere is told where the end is.
            guard kind != .joined else { throw .joined }
            if append.offset != offset { throw .mismatchingOffset(expected: offset, provided: append.offset) }
            throw .completed
        case .refused, .aborted: throw .ended(state)
        }
        guard kind != .joined else { throw .joined }
        guard append.offset == offset else { throw .mismatchingOffset(expected: offset, provided: append.offset) }
        return try agree(on: append.length, append.content)
    }

    /// Whether the length in a request agrees with the known one (IETF draft 12, section 4.1.3).
    ///
    /// - Returns: The known length from now on.
    func agree(on given: Int?, _ content: UploadContent?) throws(UploadRefusal) -> Int? {
        var agreed = length
        func join(_ value: Int?) throws(UploadRefusal) {
            guard let value else { return }
            if let known = agreed, known != value { throw .inconsistentLength(known: known, given: value) }
            agreed = value
        }
        try join(given)
        if let agreed, agreed < offset { throw .inconsistentLength(known: offset, given: agreed) }
        if let content, let count = content.length {
            let end = offset + count
            if content.completion == .withContent { try join(end) }
            if let agreed, end > agreed { throw .lengthExceeded(length: agreed) }
        }
        return agreed
    }

    /// Whether the file is complete when a request's content ends at `end`.
    func isWhole(at end: Int, after completion: UploadContent.Completion) throws(UploadRefusal) -> Bool {
        switch completion {
        case .atLength, .later: return end == length
        case .withContent:
            if let length, end != length { throw .inconsistentLength(known: length, given: end) }
            return true
        }
    }
}
