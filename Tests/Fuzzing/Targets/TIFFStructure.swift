// fuzz: Shared/MediaTypes Shared/Documents/SHA256.swift Tests/DocumentFixtures/Handmade Tests/Fuzzing/Structure
#if !FUZZING
    import Shared
#endif

/// TIFF: chains of directories.
enum TIFFStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.tiff]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
