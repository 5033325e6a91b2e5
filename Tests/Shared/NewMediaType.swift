import Shared
import Testing

/// A media type that somebody adds: what looks into such files, and what is checked on them. This file is all of it.
private struct BitmapInspector: Sendable {
    func inspect(_ head: [UInt8], _ known: PageFacts) -> PageFacts {
        var facts = known
        facts.mediaType = .bitmap
        facts.integrity = head.starts(with: Array("BM".utf8)) ? .intact : .damaged
        return facts
    }
}

private struct BitmapIsSmall: FileRule {
    let id: RuleID = "file.bitmap-small"

    func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        file.size > 100 ? Finding("file.bitmap-small", ["size": .bytes(file.size)]) : nil
    }
}

extension MediaType {
    fileprivate static var bitmap: MediaType { MediaType("image/bmp") ?? .octetStream }
}

@Suite struct NewMediaTypeTests {
    @Test func aMediaTypeIsAddedByRegisteringIt() throws {
        var inspectors = ProcessorFactory<BitmapInspector>(.validation)
        inspectors.register(mediaTypes: [.bitmap]) { _ in BitmapInspector() }
        var checks = RuleChecks.standard
        checks.add(BitmapIsSmall(), at: [.validation], for: ProcessorScope(mediaTypes: [.bitmap]))
        let engine = RuleEngine(checks, at: .validation)
        let inspector = try inspectors.processor(for: ProcessorRequest(mediaType: .bitmap))
        let journey = Fixture.journey(types: [Fixture.type(mediaTypes: [.bitmap, .jpeg])])
        func rules(_ content: [UInt8], size: Int, _ type: MediaType? = nil) -> [RuleID] {
            var file = inspector.inspect(content, Fixture.file(size: size, content: nil))
            if let type { file.mediaType = type }
            return engine.findings(for: Fixture.facts([Fixture.document(pages: [file])], journey: journey)).map(\.rule)
        }
        #expect(rules(Array("BM1".utf8), size: 100) == [])
        #expect(rules(Array("BM1".utf8), size: 101) == ["file.bitmap-small"])
        #expect(rules(Array("XX".utf8), size: 100) == ["file.readable"])
        #expect(rules(Array("BM1".utf8), size: 101, .jpeg) == [])
        #expect(throws: NoProcessor.self) { try inspectors.processor(for: ProcessorRequest(mediaType: .jpeg)) }
    }
}
