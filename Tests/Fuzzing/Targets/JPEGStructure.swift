import Shared

/// JPEG: markers, EXIF, compressed data, and the pictures and videos that follow.
enum JPEGStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.jpeg]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
