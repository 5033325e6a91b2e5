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
    private static let factory: ProcessorFactory = {
        var factory = ProcessorFactory.standard
        factory.register(.validation, mediaTypes: [.bitmap]) { _ in BitmapInspector() }
        factory.check(BitmapIsSmall(), at: [.validation], for: ProcessorScope(mediaTypes: [.bitmap]))
        return factory
    }()

    @Test func aMediaTypeIsAddedByRegisteringIt() throws {
        let request = ProcessorRequest(stage: .validation, mediaType: .bitmap)
        let inspector = try Self.factory.processor(BitmapInspector.self, for: request)
        let journey = Fixture.journey(types: [Fixture.type(mediaTypes: [.bitmap, .jpeg])])
        func rules(_ content: [UInt8], size: Int, _ type: MediaType? = nil) -> [RuleID] {
            var file = inspector.inspect(content, Fixture.file(size: size, content: nil))
            if let type { file.mediaType = type }
            return RuleEngine(Self.factory, at: .validation)
                .findings(for: Fixture.facts([Fixture.document(pages: [file])], journey: journey)).map(\.rule)
        }
        #expect(rules(Array("BM1".utf8), size: 100) == [])
        #expect(rules(Array("BM1".utf8), size: 101) == ["file.bitmap-small"])
        #expect(rules(Array("XX".utf8), size: 100) == ["file.readable"])
        #expect(rules(Array("BM1".utf8), size: 101, .jpeg) == [])
        #expect(throws: ProcessorFactoryError.self) {
            try Self.factory.processor(BitmapInspector.self, for: ProcessorRequest(stage: .validation, mediaType: .jpeg))
        }
    }
}
