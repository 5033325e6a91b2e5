import Shared

/// TIFF: chains of directories.
enum TIFFStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.tiff]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
