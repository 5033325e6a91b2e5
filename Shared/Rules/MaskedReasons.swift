extension SubmissionVerdict {
    /// The verdict for events: the rules, without the values read.
    public var masked: SubmissionVerdict {
        SubmissionVerdict(
            documents: documents.map { DocumentVerdict(document: $0.document, reasons: $0.reasons.map(\.masked)) },
            reasons: reasons.map(\.masked))
    }
}

extension Reason {
    /// Without values read from the document, and without words of a call-out or a reviewer. Other reasons contain none of these, and
    /// stay unchanged.
    public var masked: Reason {
        if let own = withoutWordsOfCallOut ?? withoutWordsOfReviewer { return own }
        guard let wording, Self.wordingsOfReading.contains(wording) else { return self }
        // What the journey calls the document is nobody's secret. Where on the page it stands is left out with the rest.
        let masked = (values ?? [:]).map { ($0.key, $0.key == "type" ? $0.value : ReasonValue.text("…")) }
        var finding = Finding(
            wording, Dictionary(masked) { first, _ in first }, severity: severity, documentType: documentType, document: document)
        finding.rule = rule
        finding.page = page
        return Reason(finding)
    }

    private static let wordingsOfReading = Set(RuleChecks.standard.rules.flatMap(\.wordingsOfReading))
}
