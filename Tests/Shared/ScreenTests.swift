import Testing

@testable import Shared

/// Screens: what there is to show, and what a client does with what it knows and what it does not.
@Suite struct ScreenTests {
    private static let journey = JourneyDefinition(
        id: "sample", title: "Sample", summary: "Submit a letter.",
        documentTypes: [
            DocumentType(
                id: "letter", title: "Letter", hint: "Any letter.", icon: "letter", pages: CountRange(1...2),
                documents: CountRange(1...2))
        ],
        documents: CountRange(1...2))
    private static let moment = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)

    private static func submission(_ state: SubmissionState, pages: Int? = 1) -> Submission {
        var submission = Submission(
            id: .random(), journey: "sample", journeyVersion: journey.version, state: state, reference: "case 12",
            createdAt: moment)
        guard let pages else { return submission }
        var document = Document(id: .random(), type: "letter", state: state.allowsChanges ? .open : .checking)
        document.pages = (0..<pages).map { number in
            Page(
                id: .random(),
                original: OriginalFile(
                    digest: ContentDigest(of: [UInt8(number)]), size: 1000, mediaType: .jpeg, receivedAt: moment))
        }
        submission.documents = [document]
        return submission
    }

    private static func screen(
        _ submission: Submission, _ permissions: Set<Permission> = Role.backend.permissions, seesReference: Bool = true
    ) throws -> Screen {
        try Screen(
            of: submission, journey: journey, at: moment,
            for: ScreenViewer(permissions: permissions, seesReference: seesReference, address: "/v1/submissions/1"))
    }

    @Test func eachStateOfASubmissionIsOneOfTheScreen() throws {
        let expected: [SubmissionState: ScreenState.Kind] = [
            .draft: .data, .submitted: .loading, .processing: .loading, .accepted: .data, .needsInput: .data, .inReview: .data,
            .rejected: .data, .failed: .error, .withdrawn: .data, .expired: .data,
        ]
        for state in SubmissionState.allCases {
            let screen = try Self.screen(Self.submission(state))
            #expect(screen.state.kind == expected[state], "\(state)")
            #expect(Set(screen.components.map(\.id)).count == screen.components.count)
            #expect(try CanonicalJSON.decode(Screen.self, from: try CanonicalJSON.encode(screen)) == screen)
        }
        let empty = try Self.screen(Self.submission(.draft, pages: nil))
        #expect(empty.state == ScreenState(.empty, message: "Submit a letter."))
    }

    @Test func aReviewerIsOfferedDecisions() throws {
        func review(_ state: SubmissionState, _ role: Role) throws -> Screen {
            try Screen(
                .review, of: Self.submission(state), journey: Self.journey, at: Self.moment,
                for: ScreenViewer(permissions: role.permissions, address: "/v1/submissions/1"))
        }
        let screen = try review(.inReview, .reviewer)
        let decisions = try #require(screen.sections.last)
        #expect(decisions.items.map(\.id) == ["accept", "request-input", "reject"])
        #expect(decisions.items.allSatisfy { $0.route == ScreenRoute(.decide, "POST", "/v1/submissions/1/decision") })
        // Nothing is said to be decided, not even of what was accepted in an earlier round.
        var submission = Self.submission(.inReview)
        submission.documents[0].state = .accepted
        let shown = try Self.screen(submission).components.first { $0.reuseIdentifier == DocumentModel.reuseIdentifier }
        #expect(try shown?.model(as: DocumentModel.self).state == .checking)
        // The pages are looked at, and nothing is added to them.
        #expect(screen.components.contains { $0.reuseIdentifier == PageModel.reuseIdentifier && $0.height == .picture })
        #expect(!screen.components.contains { $0.route?.name == "addPage" })
        #expect(try review(.inReview, .auditor).sections.map(\.id).contains("decisions") == false)
        #expect(try review(.accepted, .reviewer).sections.map(\.id).contains("decisions") == false)
    }

    @Test func everyModelHasAnIdentifierOfItsOwn() {
        #expect(Set(ScreenModels.all.map { $0.reuseIdentifier }).count == ScreenModels.all.count)
    }

    /// A gateway of before said nothing of heights.
    @Test func aComponentWithoutAHeightIsRead() throws {
        let text = #"{"id": "a", "reuseIdentifier": "note", "model": {"text": "Hello"}}"#
        let component = try CanonicalJSON.decode(ScreenComponent.self, from: Array(text.utf8))
        #expect(component.height == nil)
        #expect(try component.model(as: NoteModel.self).text == "Hello")
    }

    @Test func itIsAllInTheLanguageOfTheViewer() throws {
        let journey = JourneyDefinition(ProofOfAddress.self)
        var submission = Submission(
            id: .random(), journey: journey.id, journeyVersion: journey.version, state: .draft, createdAt: Self.moment)
        submission.documents = [Document(id: .random(), type: "utility-bill", state: .open)]
        func text(_ language: Language) throws -> String {
            let viewer = ScreenViewer(permissions: Role.backend.permissions, language: language, address: "/v1/submissions/1")
            let screen = try Screen(of: submission, journey: journey, at: Self.moment, for: viewer)
            return String(decoding: try CanonicalJSON.encode(screen), as: UTF8.self)
        }
        let german = try text(.german)
        for words in [
            "Adressnachweis", "Rechnung eines Versorgers", "Noch nicht eingereicht.", "Einreichen", "Es gibt noch keine Seite.",
        ] {
            #expect(german.contains(words), "\(words)")
        }
        for words in ["Utility bill", "Proof of address", "Submit", "Still missing"] {
            #expect(!german.contains(words), "\(words)")
        }
        #expect(try text(.english).contains("Utility bill"))
    }

    @Test func onlyWhatTheViewerMayIsOffered() throws {
        let draft = Self.submission(.draft)
        func routes(_ permissions: Set<Permission>) throws -> Set<String> {
            Set(try Self.screen(draft, permissions).components.compactMap { $0.route?.name })
        }
        #expect(
            try routes(Role.person.permissions) == ["document", "page", "addPage", "addDocument", "submit", "withdraw"])
        #expect(
            try routes(LinkPurpose.upload.permissions) == ["document", "page", "addPage", "addDocument", "submit", "withdraw"])
        #expect(try routes(LinkPurpose.upload.permissionsAtTheEnd) == ["document", "page"])
        #expect(try routes(LinkPurpose.status.permissions) == ["document", "page"])
        let subtitles = try [true, false].map { sees in
            try Self.screen(draft, seesReference: sees).sections[0].header?.model(as: HeadlineModel.self).subtitle
        }
        #expect(subtitles == ["case 12", nil])
    }

    @Test func whatIsMissingKeepsItFromBeingSubmitted() throws {
        for (pages, isValid) in [(0, false), (1, true)] {
            let screen = try Self.screen(Self.submission(.draft, pages: pages))
            let status = try #require(screen.components.first { $0.id == "status" }).model(as: StatusModel.self)
            let submit = try #require(screen.components.first { $0.id == "submit" }).model(as: ActionModel.self)
            #expect(status.isValid == isValid && submit.isEnabled == isValid)
            #expect(screen.sections.contains { $0.id == "missing" } == !isValid)
        }
    }

    private struct Titles: ComponentView {
        func configure(_ model: HeadlineModel, in component: ScreenComponent) throws(ScreenError) -> String {
            guard model.title.count < 10 else { throw .unusableModel(identifier: component.reuseIdentifier, id: component.id) }
            return model.title
        }
    }

    @Test func theRegistryShowsWhatItKnowsAndSaysWhatItDoesNot() throws {
        var registry = ComponentRegistry<String>()
        registry.register(Titles())
        #expect(registry.identifiers == ["headline"])
        #expect(try registry.configure(try ScreenComponent(id: "a", HeadlineModel(title: "Short"))) == "Short")
        let long = try ScreenComponent(id: "b", HeadlineModel(title: "Much too long"))
        #expect(throws: ScreenError.unusableModel(identifier: "headline", id: "b")) { try registry.configure(long) }
        let wrong = ScreenComponent(id: "c", reuseIdentifier: "headline", model: .object(["name": .string("x")]))
        #expect(throws: ScreenError.unusableModel(identifier: "headline", id: "c")) { try registry.configure(wrong) }
        let other = try ScreenComponent(id: "d", NoteModel(text: "Hello"))
        #expect(throws: ScreenError.unknownComponent(identifier: "note", id: "d")) { try registry.configure(other) }
        #expect(throws: ScreenError.unusableModel(identifier: "note", id: "d")) { try other.model(as: HeadlineModel.self) }
    }

    @Test func theRouterOpensWhatItKnows() throws {
        var router = ScreenRouter<String>()
        router.register(.page) { "page at \($0.path)" }
        #expect(try router.open(ScreenRoute(.page, "GET", "/p")) == "page at /p")
        #expect(throws: ScreenError.unknownRoute(name: "pdf")) { try router.open(ScreenRoute(.pdf, "GET", "/p")) }
        let later = try CanonicalJSON.decode(
            ScreenRoute.self, from: Array(#"{"name": "teleport", "method": "GET", "path": "/t"}"#.utf8))
        #expect(throws: ScreenError.unknownRoute(name: "teleport")) { try router.open(later) }
    }
}
