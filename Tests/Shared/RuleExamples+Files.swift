import Shared

/// Rules on what a file is, and on how its pages look.
extension RuleExamples {
    static func file(
        _ name: String, _ file: PageFacts, _ journey: JourneyDefinition? = nil, _ wordings: [WordingKey] = [],
        severity: Reason.Severity? = nil
    ) -> RuleExample {
        RuleExample(name, [Fixture.document(pages: [file])], journey, wordings, severity: severity)
    }

    static let files: [RuleExample] = [
        file("a photo", Fixture.file(declared: .jpeg, fileExtension: "jpg")),
        file("empty", Fixture.file(size: 0, content: nil), nil, ["file.not-empty"]),
        file("not an accepted type", Fixture.file(content: .png), nil, ["file.media-type/other"]),
        file("nothing known", Fixture.file(content: nil), nil, ["file.media-type/unknown"]),
        file("a name that lies", Fixture.file(fileExtension: "pdf"), nil, ["file.type-agrees/name"]),
        file("a declaration that lies", Fixture.file(declared: .png), nil, ["file.type-agrees/declared"]),
        file("a declaration that claims nothing", Fixture.file(declared: .octetStream, fileExtension: "bin")),
        file(
            "a declared type of no file that we know", Fixture.file(declared: MediaType("text/plain")), nil,
            ["file.type-agrees/declared"]),
        file("looked through for malware", Fixture.file { $0.malware = .clean }),
        file("infected", Fixture.file { $0.malware = .infected(name: "Eicar") }, nil, ["file.no-malware"]),
        file("damaged", Fixture.file(integrity: .damaged), nil, ["file.readable/damaged"]),
        file("cut off", Fixture.file(integrity: .truncated), nil, ["file.complete"]),
        file("cut off by its structure", Fixture.file { $0.add(structured { $0.isTruncated = true }) }, nil, ["file.complete"]),
        file("whole by its structure", Fixture.file { $0.add(structured { $0.isTruncated = false }) }),
        file(
            "cut off too early to be opened",
            Fixture.file(integrity: .damaged) { $0.add(structured { $0.isTruncated = true }) }, nil, ["file.readable/cut-off"]),
        RuleExample(
            "the same file twice",
            [
                Fixture.document(pages: [
                    Fixture.file(digest: ContentDigest(of: [1])), Fixture.file(digest: ContentDigest(of: [1])),
                ])
            ],
            nil, ["file.not-duplicate"], severity: .warn),
        file("known elsewhere, where nobody minds", Fixture.file { $0.seenElsewhere = 2 }),
        file(
            "known elsewhere", Fixture.file { $0.seenElsewhere = 1 }, Fixture.journey(rules: ["file.not-known": .refuse]),
            ["file.not-known"], severity: .refuse),
        file("new", Fixture.file { $0.seenElsewhere = 0 }, Fixture.journey(rules: ["file.not-known": .refuse])),
        file("something can be seen", Fixture.file { $0.blankPages = 0 }),
        file("nothing can be seen", Fixture.file { $0.blankPages = 1 }, nil, ["file.not-blank"], severity: .warn),
        file("a blank back", Fixture.file(content: .pdf, pages: 2) { $0.blankPages = 1 }),
        file(
            "blank on both sides", Fixture.file(content: .pdf, pages: 2) { $0.blankPages = 2 }, nil, ["file.not-blank"],
            severity: .warn),
    ]

    // MARK: - What was measured

    /// Of a page in order, unless it is changed.
    static func signals(_ change: (inout PageSignals) -> Void = { _ in }) -> PageSignals {
        var signals = PageSignals(
            tiles: 400, writtenTiles: 90, blurredTiles: 3, glaringTiles: 0, brightness: 230, flatness: 300, proportion: 1414,
            likeness: PerceptualHash(bits: 0x0123_4567_89ab_cdef))
        change(&signals)
        return signals
    }

    private static func looksLike(_ changes: ((inout PageSignals) -> Void)...) -> PageFacts {
        Fixture.file {
            $0.blankPages = 0
            $0.signals = changes.map { signals($0) }
        }
    }

    private static func mended(_ repairs: Repair...) -> PageFacts { Fixture.file { $0.repairs = repairs } }

    private static func alike(_ count: Int?) -> PageFacts { Fixture.file { $0.alikeElsewhere = count } }

    private static let anew = Fixture.journey(rules: ["file.not-alike": .warn])

    /// Asked once its pages are made.
    static let resembling: [RuleExample] = [
        file("like no other", alike(0), anew), file("nobody has looked", alike(nil), anew),
        file("like another, where nobody minds", alike(3)),
        file("like another", alike(3), anew, ["file.not-alike"], severity: .warn),
    ].map {
        var example = $0
        example.engine = .decoding
        return example
    }

    static let measured: [RuleExample] = [
        file("a page in order", looksLike { _ in }),
        file("just sharp enough", looksLike { $0.blurredTiles = 59 }),
        file("blurred", looksLike { $0.blurredTiles = 60 }, nil, ["file.not-blurred"], severity: .warn),
        file("too little is written to tell", looksLike { ($0.writtenTiles, $0.blurredTiles) = (7, 7) }),
        file("one of two pages", looksLike({ _ in }, { $0.blurredTiles = 90 }), nil, ["file.not-blurred"], severity: .warn),
        file(
            "blurred, where that is refused", looksLike { $0.blurredTiles = 90 },
            Fixture.journey(rules: ["file.not-blurred": .refuse]), ["file.not-blurred"], severity: .refuse),
        file("a small reflection", looksLike { $0.glaringTiles = 9 }),
        file("a reflection", looksLike { $0.glaringTiles = 10 }, nil, ["file.no-glare"], severity: .warn),
        file("just bright enough", looksLike { $0.brightness = 85 }),
        file("dark", looksLike { $0.brightness = 84 }, nil, ["file.not-dark"], severity: .warn),
        file("of one dark colour", looksLike { ($0.brightness, $0.flatness) = (30, 1000) }),
        file("as narrow as a phone", looksLike { $0.proportion = 2165 }),
        file("as flat as a screen", looksLike { $0.flatness = 800 }),
        file(
            "both", looksLike { ($0.proportion, $0.flatness) = (2165, 800) }, nil, ["file.not-screenshot"], severity: .warn),
        file(
            "a PDF may be both",
            Fixture.file(content: .pdf, pages: 1) {
                $0.blankPages = 0
                $0.signals = [signals { ($0.proportion, $0.flatness, $0.glaringTiles, $0.brightness) = (2165, 800, 99, 1) }]
            }),
        file("mended without loss", mended(.auxiliaryReferences)),
        file("put together again", mended(.crossReferences)),
        file(
            "put together again, without its end",
            Fixture.file {
                $0.add(structured { $0.isTruncated = true })
                $0.repairs = [.crossReferences]
            }),
        file(
            "an update is cut off", mended(.crossReferences, .cutOff), nil, ["file.complete"], severity: .refuse),
        file("half a page", mended(.incompletePage(1, missing: 50)), nil, ["file.complete/incomplete-page"], severity: .refuse),
        file(
            "pages lost", mended(.lostPage(2), .incompletePage(3, missing: 9)), nil, ["file.complete/lost-pages"],
            severity: .refuse),
    ]
}
