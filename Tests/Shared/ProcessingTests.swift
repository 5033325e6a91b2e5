import Shared
import Testing

@Suite struct RetryPolicyTests {
    @Test func growsToItsLimit() {
        let policy = RetryPolicy.exponential(first: .seconds(1), factor: 2, limit: .seconds(10), maximumAttempts: 7, jitter: 0)
        let delays = (0...8).map { policy.delay(afterAttempt: $0, random: 0.5) }
        #expect(
            delays == [
                nil, .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10), .seconds(10), nil, nil,
            ])
    }

    @Test func jitterOnlyShortens() {
        let policy = RetryPolicy.exponential(first: .seconds(8), maximumAttempts: 2, jitter: 0.5)
        #expect(policy.delay(afterAttempt: 1, random: 0) == .seconds(8))
        #expect(policy.delay(afterAttempt: 1, random: 0.5) == .seconds(6))
        #expect(policy.delay(afterAttempt: 1, random: 1) == .seconds(4))
        #expect(policy.delay(afterAttempt: 1, random: 17) == .seconds(4))
        #expect(policy.delay(afterAttempt: 1, random: -1) == .seconds(8))
    }

    @Test func followsASchedule() {
        let policy = RetryPolicy.schedule([.zero, .seconds(5), .seconds(300)])
        #expect(policy.maximumAttempts == 4)
        #expect((1...4).map { policy.delay(afterAttempt: $0, random: 0) } == [.zero, .seconds(5), .seconds(300), nil])
    }

    @Test func neverOverflows() {
        let policy = RetryPolicy.exponential(
            first: .seconds(1), factor: 1e300, limit: .seconds(3600), maximumAttempts: .max, jitter: 0)
        #expect(policy.delay(afterAttempt: 1000, random: 0) == .seconds(3600))
    }
}

@Suite struct ProcessorFactoryTests {
    protocol Decoder: Sendable { var name: String { get } }
    struct Named: Decoder { let name: String }

    static func request(_ mediaType: MediaType, _ source: DocumentSource? = nil) -> ProcessorRequest {
        ProcessorRequest(source: source, mediaType: mediaType)
    }

    @Test func theMoreSpecificAndTheLaterGoFirst() throws {
        var factory = ProcessorFactory<any Decoder>(.normalization)
        factory.register { request in Named(name: "any \(request.mediaType)") }
        factory.register(mediaTypes: [.jpeg, .png]) { _ in Named(name: "old") }
        factory.register(mediaTypes: [.jpeg, .png]) { _ in Named(name: "image") }
        factory.register(sources: [.camera], mediaTypes: [.jpeg]) { _ in Named(name: "camera") }
        for (request, name) in [
            (Self.request(.pdf), "any application/pdf"), (Self.request(.png, .camera), "image"), (Self.request(.jpeg), "image"),
            (Self.request(.jpeg, .filePicker), "image"), (Self.request(.jpeg, .camera), "camera"),
        ] {
            #expect(try factory.processor(for: request).name == name)
        }
        #expect(factory.servedMediaTypes == [.jpeg, .png])
    }

    @Test func saysWhatIsMissing() {
        var factory = ProcessorFactory<any Decoder>(.normalization)
        #expect(throws: NoProcessor.self) { try factory.processor(for: Self.request(.png)) }
        factory.register(mediaTypes: [.png, .jpeg]) { _ in Named(name: "image") }
        let none = #expect(throws: NoProcessor.self) { try factory.processor(for: Self.request(.pdf, .camera)) }
        #expect(none?.code == "no-processor")
        #expect(
            none?.description
                == "Nothing is registered for normalization of application/pdf from camera; the stage serves image/jpeg, image/png."
        )
    }
}
