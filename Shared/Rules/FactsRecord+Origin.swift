/// The record's fields for the origin of a PDF.
extension FactsRecord {
    static func write(_ origin: FileOrigin, _ writer: inout FieldWriter) {
        for program in origin.programs { writer.text(1, program) }
        writer.integer(2, origin.signatures)
        writer.integer(3, origin.isChangedAfterSigning ? 1 : 0)
        for check in origin.checks { writer.message(4) { write(check, &$0) } }
        writer.days(5, 6, of: origin.dates)
    }

    static func origin(_ message: FieldReader) throws(FactsRecordError) -> FileOrigin {
        var reader = message
        var origin = FileOrigin()
        while let field = try reader.next() {
            switch field.number {
            case 1: origin.programs.append(try field.text())
            case 2: origin.signatures = try field.integer()
            case 3: origin.isChangedAfterSigning = try field.integer() != 0
            case 4: origin.checks.append(try signature(try field.message()))
            case 5: origin.dates.made = try field.day()
            case 6: origin.dates.changed = try field.day()
            default: break
            }
        }
        return origin
    }

    /// Numbers are permanent: add new ones at the end.
    private static let outcomes: [FileSignature.Outcome] = [.unknown, .trusted, .unknownSigner, .expired, .weak, .broken]

    private static func write(_ signature: FileSignature, _ writer: inout FieldWriter) {
        writer.integer(1, outcomes.firstIndex(of: signature.outcome) ?? 0)
        writer.integer(2, signature.coversFile ? 1 : 0)
        if let signer = signature.signer { writer.text(3, signer) }
        if let time = signature.claimedAt { writer.integer(4, Int(time.millisecondsSinceEpoch)) }
        if let time = signature.stampedAt { writer.integer(5, Int(time.millisecondsSinceEpoch)) }
    }

    private static func signature(_ message: FieldReader) throws(FactsRecordError) -> FileSignature {
        var reader = message
        var signature = FileSignature(.unknown)
        while let field = try reader.next() {
            switch field.number {
            case 1:
                // A later version may know more of them.
                let index = try field.integer()
                signature.outcome = outcomes.indices.contains(index) ? outcomes[index] : .unknown
            case 2: signature.coversFile = try field.integer() != 0
            case 3: signature.signer = try field.text()
            case 4: signature.claimedAt = Timestamp(millisecondsSinceEpoch: Int64(try field.integer()))
            case 5: signature.stampedAt = Timestamp(millisecondsSinceEpoch: Int64(try field.integer()))
            default: break
            }
        }
        return signature
    }
}
