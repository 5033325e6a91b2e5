extension SubmissionVerdict {
    /// As events tell it: which rule speaks, and not what was read.
    public var masked: SubmissionVerdict {
        SubmissionVerdict(
            documents: documents.map { DocumentVerdict(document: $0.document, reasons: $0.reasons.map(\.masked)) },
            reasons: reasons.map(\.masked))
    }
}

extension Reason {
    /// Without what was read on the document, or said of it by whoever was asked. Other reasons tell nothing of that, and stay as they are.
    var masked: Reason {
        if let own = withoutWordsOfCallOut { return own }
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
