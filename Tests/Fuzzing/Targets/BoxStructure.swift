import Shared

/// Boxes of the ISO base media file format: HEIF and AVIF.
enum BoxStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.heic, .heif, .avif]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
