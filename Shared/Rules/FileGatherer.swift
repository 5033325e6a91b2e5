/// Gathers what can be known of a file without a library for its format, while its bytes come in: the same on a phone, in the
/// gateway's dry run and in `docket check`. It keeps no more of the file than `FileSniffer` does.
public struct FileGatherer: Sendable {
    private var sniffer: FileSniffer

    /// What the limits refuse is not looked at any further, and the facts say so.
    public init(limits: FileLimits = FileLimits()) { sniffer = FileSniffer(limits: limits) }

    /// Bytes so far.
    public var size: Int { sniffer.position }

    /// Takes the next bytes.
    public mutating func take(_ bytes: [UInt8]) { sniffer.take(bytes) }

    /// The facts, once all bytes were taken. The digest is computed by who has a fast one; without it no duplicate is found.
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
