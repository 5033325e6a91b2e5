/// A machine-readable zone has valid check digits, and a passport has a zone.
///
/// A corrected zone only warns: one in ten is wrong. Invalid check digits prove a fault only if the digits were certainly
/// read as printed.
public struct ZoneValid: ReadingRule {
    public let id: RuleID = "document.zone-valid"
    public let wordings: [WordingKey] = [
        "document.zone-valid/broken", "document.zone-valid/mended", "document.zone-valid/missing",
    ]
    /// The confidence of a page's letters above which hardly any letter is wrong.
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
