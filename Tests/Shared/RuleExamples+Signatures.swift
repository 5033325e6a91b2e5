import Shared

/// Rules on the signatures of a PDF.
extension RuleExamples {
    private static func journey(_ rule: SignatureRule) -> JourneyDefinition {
        Fixture.journey(types: [Fixture.type(mediaTypes: [.pdf], signature: rule)])
    }

    /// A PDF with these signatures, and with so many as were looked for.
    private static func pdf(_ checks: [FileSignature], of count: Int? = nil, changed: Bool = false) -> PageFacts {
        Fixture.file(content: .pdf, pages: 1) {
            $0.origin = FileOrigin(signatures: count ?? checks.count, isChangedAfterSigning: changed, checks: checks)
        }
    }

    private static func whole(_ outcome: FileSignature.Outcome) -> FileSignature { FileSignature(outcome, coversFile: true) }

    private static func ofWhole(_ outcome: FileSignature.Outcome, _ wording: WordingKey?, _ rule: SignatureRule) -> RuleExample {
        file("\(outcome) where \(rule) is required", pdf([whole(outcome)]), journey(rule), wording.map { [$0] } ?? [])
    }

    static let signed: [RuleExample] = [
        file("unsigned where nothing is required", pdf([])),
        file("unsigned", pdf([]), journey(.intact), ["file.signed/unsigned"]),
        ofWhole(.trusted, nil, .trusted), ofWhole(.unknownSigner, "file.signed/unknown-signer", .trusted),
        ofWhole(.expired, "file.signed/expired", .trusted), ofWhole(.weak, "file.signed/unproven", .trusted),
        ofWhole(.broken, "file.signed/changed", .trusted), ofWhole(.unknown, "file.signed/unproven", .trusted),
        ofWhole(.trusted, nil, .intact), ofWhole(.unknownSigner, nil, .intact), ofWhole(.expired, nil, .intact),
        ofWhole(.weak, "file.signed/unproven", .intact), ofWhole(.broken, "file.signed/changed", .intact),
        ofWhole(.unknown, "file.signed/unproven", .intact),
        file("signatures that nobody has checked", pdf([], of: 2), journey(.intact), ["file.signed/unproven"]),
        file(
            "added after it was signed", pdf([FileSignature(.trusted)], changed: true), journey(.trusted), ["file.signed/changed"]
        ),
        // What is added may call itself validation data, which the rule for editing passes.
        file(
            "validation data added after it was signed", pdf([FileSignature(.trusted)]), journey(.trusted),
            ["file.signed/changed"]),
        file(
            "a stranger's signature of all behind a known one", pdf([FileSignature(.trusted), whole(.unknownSigner)]),
            journey(.trusted), ["file.signed/changed"]),
        file(
            "a known signature of all behind a stranger's", pdf([FileSignature(.unknownSigner), whole(.trusted)]),
            journey(.trusted)),
        file(
            "a known signature beside a broken one", pdf([FileSignature(.broken), whole(.trusted)]), journey(.trusted),
            ["file.signed/changed"]),
        file(
            "a damaged PDF", Fixture.file(content: .pdf, integrity: .damaged) { $0.origin = FileOrigin() }, journey(.trusted),
            ["file.readable/damaged"]),
    ]
}
