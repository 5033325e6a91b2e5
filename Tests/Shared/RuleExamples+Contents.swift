import Shared

/// Rules on the size and the content of files.
extension RuleExamples {
    private static let pixels = Fixture.journey(types: [
        Fixture.type(
            maximumBytes: 1_000_000_000, minimumBytes: 10,
            pixels: PixelLimits(minimumShortSide: 600, maximumLongSide: 4000))
    ])

    private static func picture(_ width: Int, _ height: Int) -> PageFacts {
        Fixture.file { $0.pictures = [PixelSize(width: 1000, height: 1000), PixelSize(width: width, height: height)] }
    }

    private static func excess(
        _ quantity: PageFacts.Excess.Quantity, _ wording: WordingKey
    ) -> RuleExample {
        file(
            "more \(quantity) than allowed", Fixture.file(excess: .init(quantity, found: 200_000_000, limit: 100_000_000)), nil,
            [wording])
    }

    static let sizes: [RuleExample] = [
        file("as large as allowed", Fixture.file(size: 1000)),
        file("a byte too large", Fixture.file(size: 1001), nil, ["file.size/too-large"]),
        file("as small as allowed", Fixture.file(size: 10), pixels),
        file("a byte too small", Fixture.file(size: 9), pixels, ["file.size/too-small"]),
        file("as few pixels as allowed", picture(900, 600), pixels),
        file("a pixel too few", picture(599, 900), pixels, ["file.pixels/too-small"]),
        file("as many pixels as allowed", picture(4000, 3000), pixels),
        file("a pixel too many", picture(3000, 4001), pixels, ["file.pixels/too-large"]),
        excess(.bytes, "file.within-budget/bytes"), excess(.pages, "file.within-budget/pages"),
        excess(.pixels, "file.within-budget/pixels"), excess(.memory, "file.within-budget/memory"),
        excess(.work, "file.within-budget/work"),
    ]

    /// What the parsers say of a photo.
    static func structured(
        behind trailing: TrailingData? = nil, _ change: (inout FileFacts) -> Void = { _ in }
    ) -> FileFacts {
        var facts = FileFacts(mediaType: .jpeg)
        facts.trailing = trailing
        change(&facts)
        return facts
    }

    private static func written(by software: String) -> PageFacts {
        Fixture.file { $0.add(structured { $0.software = software }) }
    }

    private static func pdf(_ programs: String..., changed: Bool = false) -> PageFacts {
        Fixture.file(content: .pdf, pages: 1) {
            $0.origin = FileOrigin(programs: programs, signatures: changed ? 1 : 0, isChangedAfterSigning: changed)
        }
    }

    private static func signed(_ outcomes: FileSignature.Outcome..., changed: Bool = false) -> PageFacts {
        Fixture.file(content: .pdf, pages: 1) {
            $0.origin = FileOrigin(
                signatures: outcomes.count, isChangedAfterSigning: changed, checks: outcomes.map { FileSignature($0) })
        }
    }

    private static func updated(_ count: Int, signatures: Int = 0) -> PageFacts {
        Fixture.file(content: .pdf, pages: 1) {
            $0.origin = FileOrigin(signatures: signatures)
            var structure = FileFacts(mediaType: .pdf)
            structure.pdf = PDFFacts(updateCount: count)
            $0.add(structure)
        }
    }

    private static let whole = Fixture.journey(rules: ["file.not-extended": .warn])

    static let edited: [RuleExample] = [
        file("a PDF that was written once", updated(0), whole),
        file("a PDF with a note", updated(1), whole, ["file.not-extended"], severity: .warn),
        file("a PDF with a note, where nobody minds", updated(1)),
        file("a PDF that its signature was added to", updated(2, signatures: 1), whole),
        file("a phone's photo", written(by: "17.5.1")),
        file("a photo that Windows has turned", written(by: "Windows Photo Editor 10.0.10011.16384")),
        file("an edited photo", written(by: "Adobe Photoshop 25.0 (Windows)"), nil, ["file.unedited/program"], severity: .warn),
        file(
            "an edited photo, where that is refused", written(by: "GIMP 2.10.34"),
            Fixture.journey(rules: ["file.unedited": .refuse]), ["file.unedited/program"], severity: .refuse),
        file("a letter that was written and printed", pdf("Writer", "LibreOffice 7.4")),
        file("a scan", pdf("Canon iR-ADV C5535", "Adobe PSL 1.3e for Canon")),
        file("a PDF that was drawn anew", pdf("Draw", "LibreOffice 7.4"), nil, ["file.unedited/program"], severity: .warn),
        file("a PDF from a site that edits", pdf("", "www.ILovePDF.com"), nil, ["file.unedited/program"], severity: .warn),
        file("signed, and then changed", pdf(changed: true), nil, ["file.unedited/after-signing"], severity: .warn),
        file("signed by whomever, whenever, however", signed(.trusted, .unknownSigner, .expired, .weak, .unknown)),
        file(
            "changed in what was signed", signed(.trusted, .broken, changed: true), nil, ["file.unedited/broken-signature"],
            severity: .warn),
    ]

    static let contents: [RuleExample] =
        [
            file("two detectors agree", Fixture.file(secondOpinion: .jpeg)),
            file("a detector without an opinion", Fixture.file(secondOpinion: .octetStream)),
            file("two detectors disagree", Fixture.file(secondOpinion: .pdf), nil, ["file.type-confirmed"]),
            file(
                "two things at once", Fixture.file { $0.add(structured { $0.secondFormats = [.script] }) }, nil,
                ["file.type-unambiguous/second-format"]),
            file(
                "a program behind the file",
                Fixture.file { $0.add(structured(behind: TrailingData(.unknown, byteCount: 9, format: .executable))) }, nil,
                ["file.type-unambiguous/second-file"]),
            file(
                "an archive that only its end shows",
                Fixture.file {
                    $0.add(
                        structured(behind: TrailingData(.unknown, byteCount: 90)) { $0.secondFormats = [.zip] })
                }, nil, ["file.type-unambiguous/second-format"]),
            file(
                "something behind the file", Fixture.file { $0.add(structured(behind: TrailingData(.unknown, byteCount: 1))) },
                nil,
                ["file.no-trailing-data"], severity: .warn),
        ]
        + TrailingData.Kind.allCases.filter { $0 != .unknown }.map { kind in
            file("a \(kind) as phones append it", Fixture.file { $0.add(structured(behind: TrailingData(kind, byteCount: 999))) })
        } + [
            file(
                "a file behind the file", Fixture.file { $0.trailing = .init(bytes: 10, mediaType: .pdf) }, nil,
                ["file.type-unambiguous/second-file"]),
            file("nothing behind the file", Fixture.file { $0.trailing = .init(bytes: 0) }),
            file(
                "a byte behind the file", Fixture.file { $0.trailing = .init(bytes: 1) }, nil, ["file.no-trailing-data"],
                severity: .warn),
        ]

    private static func pdf(_ change: (inout PageFacts) -> Void) -> PageFacts { Fixture.file(content: .pdf, pages: 1, change) }

    private static let strict = Fixture.journey(rules: ["file.no-active-content": .refuse, "file.unrestricted": .warn])

    private static func active(_ content: Set<PageFacts.ActiveContent>, _ wording: WordingKey) -> RuleExample {
        file("a PDF with \(content)", pdf { $0.activeContent = content }, strict, [wording], severity: .refuse)
    }

    static let pdfs: [RuleExample] = [
        file("a password", pdf { $0.protection = .passwordRequired }, nil, ["file.no-password"]),
        file("restrictions alone", pdf { $0.protection = .ownerOnly }),
        file(
            "restrictions, where they are minded", pdf { $0.protection = .ownerOnly }, strict, ["file.unrestricted"],
            severity: .warn),
        file("a script that is stripped", pdf { $0.activeContent = [.script, .launch] }),
        file("only pages", pdf { $0.activeContent = [] }, strict),
        active([.script, .automaticAction], "file.no-active-content/script"),
        active([.automaticAction], "file.no-active-content/automatic-action"),
        active([.launch, .script], "file.no-active-content/launch"),
        active([.embeddedFile], "file.no-active-content/embedded-file"),
        active([.automaticAction, .unexamined], "file.no-active-content/automatic-action"),
        active([.unexamined], "file.no-active-content/unexamined"),
    ]
}
