import Shared

/// PDF: head, tail, cross-references, trailers, encryption dictionaries, names.
enum PDFFileStructure: FuzzTarget {
    private static let family: Set<MediaType> = [.pdf]

    static func run(_ input: [UInt8]) { StructureProperties.check(input, family) }

    static var seeds: [[UInt8]] { StructureProperties.seeds(family) }
}
