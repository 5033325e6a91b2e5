public import Shared

/// A blob that is not whole yet and grows over several requests, of several processes: what is known of it at one moment.
///
/// Its bytes lie in segments. A writer that ended in good order is continued in its segment; one that may still be alive
/// somewhere is not: whoever takes over begins a segment of its own at the acknowledged offset. So what a stopped writer still
/// writes lies behind the acknowledged part of its own segment, where nobody reads. The value is kept in the database, which
/// decides who writes; the store only does as it says.
public struct PartialBlob: Hashable, Sendable {
    public let id: UploadID
    /// Where its bytes will lie.
    public let space: BlobSpace
    public var segments: [Segment]
    /// The bytes that are acknowledged: durable, in order, without a gap.
    public var count: Int
    /// What the store has said of these bytes when it made them durable, to be given back to it: their SHA-256 in mid-way
    /// (`ResumableSHA256.state`), or what a sealed upload needs (`PartialState`). Without it the first is computed from the bytes;
    /// a sealed upload cannot go on.
    public var digestState: [UInt8]?

    public struct Segment: Hashable, Sendable, Codable {
        /// The epoch of the writer that began it; names its file, and is never used twice for one upload.
        public let epoch: Int64
        /// Where in the blob its first byte lies.
        public let start: Int

        public init(epoch: Int64, start: Int) {
            self.epoch = epoch
            self.start = start
        }
    }

    public init(
        id: UploadID, in space: BlobSpace, segments: [Segment] = [], count: Int = 0, digestState: [UInt8]? = nil
    ) {
        self.id = id
        self.space = space
        self.segments = segments
        self.count = count
        self.digestState = digestState
    }

    /// The segments that hold acknowledged bytes, each with how many.
    var extents: [(segment: Segment, length: Int)] {
        segments.indices.compactMap { index in
            let end = index + 1 < segments.count ? segments[index + 1].start : count
            let length = end - segments[index].start
            return length > 0 ? (segments[index], length) : nil
        }
    }

    /// Whether the segments lie one behind the other from the first byte to the last.
    var isSound: Bool {
        guard count >= 0, segments.first.map({ $0.start == 0 }) ?? (count == 0) else { return false }
        return zip(segments, segments.dropFirst()).allSatisfy { $0.start <= $1.start } && (segments.last?.start ?? 0) <= count
    }
}

/// What has become durable of a partial blob.
public struct PartialProgress: Hashable, Sendable {
    /// Bytes from the start of the blob.
    public let count: Int
    public let digestState: [UInt8]

    public init(count: Int, digestState: [UInt8]) {
        self.count = count
        self.digestState = digestState
    }

    /// For who goes on as if all of it were durable.
    ///
    /// - Throws: `unavailable` where that is less than the `taken` bytes from the start of the blob.
    public func requireAll(of taken: Int) throws(BlobError) {
        guard count == taken else {
            throw BlobError(.unavailable, detail: "of the \(taken) bytes of an upload the store has kept \(count)")
        }
    }
}

/// Appends to a partial blob. One task appends, and another may make durable at the same time.
public protocol PartialBlobWriter: Sendable {
    /// The end of what was taken, from the start of the blob.
    var count: Int { get }

    /// Takes bytes, which are written sooner or later. That an earlier piece could not be written is told by a later call.
    func append(_ bytes: [UInt8]) async throws(BlobError)

    /// Writes what was taken before the call, and tells what went wrong with that, unless `append` has.
    func flush() async throws(BlobError)

    /// Makes durable what was taken before the call, and says how far that is. After `append` or `flush` has failed, what was
    /// written before it is made durable, and the rest forgotten.
    func synchronize() async throws(BlobError) -> PartialProgress

    /// Whether the upload can be gone on with at any place before its durable end: its bytes lie there one by one.
    var goesOnAnywhere: Bool { get }

    /// Ends: when this has returned, nothing more is written through this writer. Keeps what was written.
    func close() async
}

extension PartialBlobWriter {
    public var goesOnAnywhere: Bool { false }
}
