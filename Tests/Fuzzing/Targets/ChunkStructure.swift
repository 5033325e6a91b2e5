import Shared

/// Formats made of chunks and blocks: PNG, GIF and WebP.
enum ChunkStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.png, .gif, .webp]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
