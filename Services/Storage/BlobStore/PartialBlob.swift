public import Shared

/// The state of an unfinished blob, which grows over several requests to several processes.
///
/// Its bytes are in segments. After a normal end, the next writer continues the segment. If a writer may still be alive,
/// the next one begins a new segment at the acknowledged offset. So late writes of a stopped writer are after the
/// acknowledged part of its own segment, where nothing reads. The database has this value and decides on the writer; the
/// store follows it.
public struct PartialBlob: Hashable, Sendable {
    public let id: UploadID
    /// The submission's space for the finished blob.
    public let space: BlobSpace
    public var segments: [Segment]
    /// The number of acknowledged bytes: durable, in order, without a gap.
    public var count: Int
    /// The store's state for these bytes, returned when it made them durable and passed back to it: the intermediate
    /// state of SHA-256 (`ResumableSHA256.state`), or the data of a sealed upload (`PartialState`). Without it SHA-256 is
    /// computed from the bytes; a sealed upload cannot continue.
    public var digestState: [UInt8]?
    /// Whether the store computes the digest of the bytes. A store that names or checks bytes by their digest does so anyway.
    public var isDigested = true

    public struct Segment: Hashable, Sendable, Codable {
        /// The epoch of the writer that began it. It names the file, and is unique within the upload.
        public let epoch: Int64
        /// The offset of its first byte in the blob.
        public let start: Int

        public init(epoch: Int64, start: Int) {
            self.epoch = epoch
            self.start = start
        }
    }

    public init(
        id: UploadID, in space: BlobSpace, segments: [Segment] = [], count: Int = 0, digestState: [UInt8]? = nil,
        isDigested: Bool = true
    ) {
        self.id = id
        self.space = space
        self.segments = segments
        self.count = count
        self.digestState = digestState
        self.isDigested = isDigested
    }

    /// The segments with acknowledged bytes, and their lengths.
    var extents: [(segment: Segment, length: Int)] {
        segments.indices.compactMap { index in
            let end = index + 1 < segments.count ? segments[index + 1].start : count
            let length = end - segments[index].start
            return length > 0 ? (segments[index], length) : nil
        }
    }

    /// Whether the segments follow each other from the first byte to the last.
    var isSound: Bool {
        guard count >= 0, segments.first.map({ $0.start == 0 }) ?? (count == 0) else { return false }
        return zip(segments, segments.dropFirst()).allSatisfy { $0.start <= $1.start } && (segments.last?.start ?? 0) <= count
    }
}

/// What a writer puts behind the acknowledged bytes of a partial blob, and its name for the whole. The same partial blob always
/// gets the same end.
public struct PartialEnd: Hashable, Sendable {
    public let bytes: [UInt8]
    public let name: ContentDigest
}

/// The durable part of a partial blob.
public struct PartialProgress: Hashable, Sendable {
    /// In bytes from the start of the blob.
    public let count: Int
    public let digestState: [UInt8]

    public init(count: Int, digestState: [UInt8]) {
        self.count = count
        self.digestState = digestState
    }

    /// For a caller that relies on the durability of all bytes.
    ///
    /// - Throws: `unavailable` if fewer than the `taken` bytes from the start of the blob are durable.
    public func requireAll(of taken: Int) throws(BlobError) {
        guard count == taken else {
            throw BlobError(.unavailable, detail: "of the \(taken) bytes of an upload the store has kept \(count)")
        }
    }
}

/// Appends to a partial blob. One task may append while another makes bytes durable.
public protocol PartialBlobWriter: Sendable {
    /// The end of the taken bytes, from the start of the blob.
    var count: Int { get }

    /// Takes bytes, which are written later. A later call throws the error of an earlier write.
    func append(_ bytes: [UInt8]) async throws(BlobError)

    /// Writes the bytes taken before the call. Throws an error of that, unless `append` has.
    func flush() async throws(BlobError)

    /// Makes the bytes taken before the call durable, and returns the durable part. After a failure of `append` or
    /// `flush`, the bytes written before it become durable, and the rest is dropped.
    func synchronize() async throws(BlobError) -> PartialProgress

    /// Whether the upload can continue at any offset before its durable end: its bytes are stored one by one.
    var goesOnAnywhere: Bool { get }

    /// Ends the writer: after this has returned, it writes nothing more. Keeps the written bytes.
    func close() async
}

extension PartialBlobWriter {
    public var goesOnAnywhere: Bool { false }
}
