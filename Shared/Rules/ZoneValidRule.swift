/// The check digits of a machine-readable zone hold, and a passport has a zone.
///
/// One in ten zones that hold only after a letter was mended is wrong, so that they are never more than a warning. Digits that do not
/// hold prove something only where it is sure that they were read as they stand there.
public struct ZoneValid: ReadingRule {
    public let id: RuleID = "document.zone-valid"
    public let wordings: [WordingKey] = [
        "document.zone-valid/broken", "document.zone-valid/mended", "document.zone-valid/missing",
    ]
    /// Of the letters of a page: above it hardly a letter is wrong.
    private static let sureConfidence = 95

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        let values: [String: ReasonValue] = ["type": .text(type.title)]
        let zones = reading.facts(.zone)
        // The same zone may be there twice, in a better and in a worse picture.
        guard !zones.contains(where: \.isProof) else { return nil }
        if let mended = zones.first(where: { $0.holds == true }) {
            return Finding(wordings[1], values, severity: .warn, place: reading.place(of: mended))
        }
        if let broken = zones.first(where: { $0.holds == false }) {
            return Finding(
                wordings[0], values, severity: Self.isSure(broken, in: reading) ? .refuse : .warn,
                place: reading.place(of: broken))
        }
        let isPassport = DocumentKind.named(type.id)?.layout.contains(.passportZone) ?? false
        guard isPassport, reading.hasText else { return nil }
        return Finding(wordings[2], values, severity: .warn)
    }

    private static func isSure(_ zone: DocumentFact, in reading: ReadDocument) -> Bool {
        guard reading.pages.indices.contains(zone.page) else { return false }
        let page = reading.pages[zone.page]
        return page.source == .layer || page.confidence >= sureConfidence
    }
}
