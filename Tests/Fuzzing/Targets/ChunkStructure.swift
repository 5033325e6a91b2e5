// fuzz: Shared/MediaTypes Shared/Documents/SHA256.swift Tests/DocumentFixtures/Handmade Tests/Fuzzing/Structure
#if !FUZZING
    import Shared
#endif

/// Formats made of chunks and blocks: PNG, GIF and WebP.
enum ChunkStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.png, .gif, .webp]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
