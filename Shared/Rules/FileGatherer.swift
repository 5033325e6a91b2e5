/// Gathers the facts of a file while its bytes arrive, without a library for its format. A phone, the gateway's dry run
/// and `docket check` use it. It retains no more of the file than `FileSniffer` does.
public struct FileGatherer: Sendable {
    private var sniffer: FileSniffer

    /// Stops examining a file that the limits refuse; the facts say so.
    public init(limits: FileLimits = FileLimits()) { sniffer = FileSniffer(limits: limits) }

    /// The number of bytes so far.
    public var size: Int { sniffer.position }

    public mutating func take(_ bytes: [UInt8]) { sniffer.take(bytes) }

    /// The facts, after all bytes. A caller with a fast implementation computes the digest; without it no duplicate is
    /// found.
    public mutating func facts(
        id: PageID, digest: ContentDigest? = nil, declared: MediaType? = nil, fileExtension: String? = nil
    ) -> PageFacts {
        let size = size
        sniffer.finish()
        var facts = PageFacts(
            id: id, size: size, digest: digest, mediaType: nil, declaredMediaType: declared, fileExtension: fileExtension)
        facts.add(sniffer.facts)
        facts.pageCount = sniffer.facts.pageCount
        facts.excess = sniffer.earlyRefusal.flatMap(PageFacts.Excess.init)
        return facts
    }
}
