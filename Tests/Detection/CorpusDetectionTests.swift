import DocumentFixtures
import Foundation
import Shared
import Testing

/// Real files are detected as `file` and libvips detect them.
@Suite struct CorpusDetectionTests {
    static let folder = ProcessInfo.processInfo.environment["DOCKET_TEST_CORPUS"]

    @Test(.enabled(if: folder != nil, "No corpus is tried: DOCKET_TEST_CORPUS names no folder of documents."))
    func everyFileIsWhatOthersSayItIs() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { $0.contains("/") }
        try #require(!names.isEmpty)
        for name in names {
            let path = "\(folder)/\(name)"
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let facts = Looking.whole(bytes)
            let said = try Tool.file.output(of: ["--brief", "--mime-type", path]).trimmingCharacters(in: .whitespacesAndNewlines)
            let other = try #require(MediaType(said), "\(name)")
            #expect(
                facts.mediaType?.isCompatible(with: other) == true, "\(name): \(String(describing: facts.mediaType)), \(said)")
            if other == .pdf {
                try Self.compare(facts, withPDF: path, name)
            } else if let header = try? Tool.vipsheader.output(of: ["-a", path]) {
                Self.compare(facts, withHeader: header, name)
            }
            let streamed = Looking.streamed(bytes, pieces: 4096)
            #expect(streamed.size == facts.size && streamed.pageCount == facts.pageCount, "\(name)")
            if ProcessInfo.processInfo.environment["DOCKET_TEST_CORPUS_PRINT"] != nil { print(name, facts) }
        }
    }

    private static func compare(_ facts: FileFacts, withHeader header: String, _ name: String) {
        let fields = Dictionary(
            header.split(separator: "\n").compactMap { line -> (String, String)? in
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }, uniquingKeysWith: { first, _ in first })
        let height = (fields["page-height"] ?? fields["height"]).flatMap { Int($0) }
        let width = fields["width"].flatMap { Int($0) }
        let pages = fields["n-pages"].flatMap { Int($0) } ?? 1
        // libheif turns a picture before it tells its size.
        let stored = facts.size.map { size in
            let isTurned = name.hasSuffix("heic") && (facts.orientation ?? 1) >= 5
            return isTurned ? PixelSize(width: size.height, height: size.width) : size
        }
        // Its primary item is one that libheif does not accept; it takes another one.
        let hasItsOwnPrimary = name != "heic/invalid_id.heic"
        if hasItsOwnPrimary {
            #expect(stored?.width == width && stored?.height == height, "\(name): \(facts), \(width ?? 0)×\(height ?? 0)")
        }
        let counted = facts.mediaType == .tiff ? facts.pageCount : facts.frameCount
        // libheif counts all pictures of a file, of which one is the page.
        if ![.heic, .heif, .avif].contains(facts.mediaType) { #expect(counted == pages, "\(name): \(facts)") }
        if !name.hasSuffix("heic"), let orientation = fields["orientation"].flatMap({ Int($0) }) {
            #expect(facts.orientation ?? 1 == orientation, "\(name)")
        }
    }

    private static func compare(_ facts: FileFacts, withPDF path: String, _ name: String) throws {
        guard let info = try? Tool.pdfinfo.output(of: [path]) else {
            #expect(facts.encryption == .passwordRequired, "\(name): \(facts)")
            return
        }
        let isEncrypted = info.contains("Encrypted:       yes")
        #expect(facts.encryption == (isEncrypted ? .ownerOnly : FileFacts.Encryption.none), "\(name): \(facts)")
        if let count = facts.pageCount {
            let isCounted = info.contains("Pages:           \(count)\n")
            #expect(isCounted, "\(name): \(facts)")
        }
    }
}
