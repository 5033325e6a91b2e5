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

@Suite struct ProcessingOutcomeTests {
    static let passing = ProcessingFailure(code: "busy", isRetriable: true, description: "The store is busy.")
    static let lasting = ProcessingFailure(code: "bug", isRetriable: false, description: "That cannot be.", detail: "line 3")

    @Test func retriesWhatPassesWhileThePolicyAllows() {
        let policy = RetryPolicy.schedule([.seconds(5)])
        func outcome(_ failure: ProcessingFailure, _ attempt: Int) -> ProcessingOutcome<Int> {
            .failing(failure, attempt: attempt, policy: policy, random: 0)
        }
        #expect(outcome(Self.passing, 1) == .retry(after: .seconds(5), because: Self.passing))
        #expect(outcome(Self.passing, 2) == .failed(Self.passing))
        #expect(outcome(Self.lasting, 1) == .failed(Self.lasting))
    }

    @Test func mapsOnlyWhatIsCompleted() {
        #expect(ProcessingOutcome.completed(2).map { $0 * 2 } == .completed(4))
        let reasons = [Fixture.reason()]
        #expect(ProcessingOutcome<Int>.rejected(reasons).map { $0 * 2 } == .rejected(reasons))
        #expect(ProcessingOutcome<Int>.failed(Self.lasting).map { $0 * 2 } == .failed(Self.lasting))
    }
}

@Suite struct ProcessorFactoryTests {
    protocol Decoder: Sendable { var name: String { get } }
    struct Named: Decoder { let name: String }
    struct NoLibrary: Error {}

    static func request(_ mediaType: MediaType, _ source: DocumentSource? = nil, _ stage: Stage = .normalization)
        -> ProcessorRequest
    {
        ProcessorRequest(stage: stage, source: source, mediaType: mediaType)
    }

    @Test func theMoreSpecificAndTheLaterGoFirst() throws {
        var factory = ProcessorFactory()
        factory.register(.normalization) { _ in Named(name: "any") }
        factory.register(.normalization, mediaTypes: [.jpeg, .png]) { _ in Named(name: "old") }
        factory.register(.normalization, mediaTypes: [.jpeg, .png]) { _ in Named(name: "image") }
        factory.register(.normalization, sources: [.camera], mediaTypes: [.jpeg]) { _ in Named(name: "camera") }
        factory.register(.preview, mediaTypes: [.jpeg]) { request in Named(name: "preview of \(request.mediaType)") }
        for (request, name) in [
            (Self.request(.pdf), "any"), (Self.request(.png, .camera), "image"), (Self.request(.jpeg), "image"),
            (Self.request(.jpeg, .filePicker), "image"), (Self.request(.jpeg, .camera), "camera"),
            (Self.request(.jpeg, .camera, .preview), "preview of image/jpeg"),
        ] {
            #expect(try factory.processor((any Decoder).self, for: request).name == name)
        }
        #expect(factory.servedMediaTypes(at: .normalization) == [.jpeg, .png])
    }

    @Test func saysWhatIsMissing() {
        var factory = ProcessorFactory()
        factory.register(.normalization, mediaTypes: [.png, .jpeg]) { _ in Named(name: "image") }
        let none = #expect(throws: ProcessorFactoryError.self) {
            try factory.processor((any Decoder).self, for: Self.request(.pdf, .camera))
        }
        #expect(none?.code == "no-processor")
        #expect(
            none?.description
                == "Nothing is registered for normalization of application/pdf from camera; the stage serves image/jpeg, image/png."
        )
        let wrong = #expect(throws: ProcessorFactoryError.self) { try factory.processor(Int.self, for: Self.request(.png)) }
        #expect(wrong?.description.contains("is a Named, and a Int is wanted") == true)
        #expect(throws: ProcessorFactoryError.self) {
            try ProcessorFactory().processor((any Decoder).self, for: Self.request(.png))
        }
    }

    @Test func passesOnThatAMakerFailed() {
        var factory = ProcessorFactory()
        factory.register(.preview) { _ -> Named in throw NoLibrary() }
        let error = #expect(throws: ProcessorFactoryError.self) {
            try factory.processor(Named.self, for: Self.request(.png, nil, .preview))
        }
        #expect(error?.isRetriable == true)
        #expect(error?.detail.contains("NoLibrary") == true)
    }
}
