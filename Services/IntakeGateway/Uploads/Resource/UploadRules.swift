import Domain

/// Why an upload does not take what a request wants to append. Each dialect has its own words for it.
enum UploadRefusal: Error, Hashable, Sendable {
    case mismatchingOffset(expected: Int, provided: Int)
    case completed
    case ended(Upload.State)
    /// It is made of others and takes no bytes of its own.
    case joined
    case inconsistentLength(known: Int, given: Int)
    /// The request announces or holds more than is left of the upload's length.
    case lengthExceeded(length: Int)
}

/// The rules of one upload, the same for every dialect. Pure.
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
    /// - Returns: the length of the whole file as it is known from now on.
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

    /// Whether what a request says of the length fits what is known (IETF draft 12, section 4.1.3).
    ///
    /// - Returns: the length as it is known from now on.
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

    /// Whether the file is whole once a request's content has ended at `end`.
    func isWhole(at end: Int, after completion: UploadContent.Completion) throws(UploadRefusal) -> Bool {
        switch completion {
        case .atLength, .later: return end == length
        case .withContent:
            if let length, end != length { throw .inconsistentLength(known: length, given: end) }
            return true
        }
    }
}
