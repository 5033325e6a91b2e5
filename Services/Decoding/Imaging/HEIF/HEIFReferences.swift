import Shared

/// Repairs files of phones that older versions of libheif refuse.
///
/// Newer iPhones let one auxiliary picture (a depth or gain map) belong to several items: an `auxl` reference with more
/// than one target, which libheif before 1.18 takes for an error. Docket needs no auxiliary picture, so such references
/// are renamed to an unknown type. Box layout: ISO/IEC 14496-12, 4.2 (boxes), 8.11.1 (`meta`) and 8.11.12 (`iref`).
enum HEIFReferences {
    private static let unknownType: [UInt8] = Array("xaux".utf8)

    /// The same bytes with such references renamed; nil if there are none, or if the file cannot be parsed: the decoder
    /// decides then.
    static func withoutSharedAuxiliaries(_ bytes: [UInt8]) -> [UInt8]? {
        let found = HEIFItems(file: bytes.span).sharedAuxiliaries
        guard !found.isEmpty else { return nil }
        var repaired = bytes
        for position in found { repaired.replaceSubrange(position..<position + 4, with: unknownType) }
        return repaired
    }
}
