/// The record's fields for the origin of a PDF.
extension FactsRecord {
    static func write(_ origin: FileOrigin, _ writer: inout FieldWriter) {
        for program in origin.programs { writer.text(1, program) }
        writer.integer(2, origin.signatures)
        writer.integer(3, origin.isChangedAfterSigning ? 1 : 0)
    }

    static func origin(_ message: FieldReader) throws(FactsRecordError) -> FileOrigin {
        var reader = message
        var origin = FileOrigin()
        while let field = try reader.next() {
            switch field.number {
            case 1: origin.programs.append(try field.text())
            case 2: origin.signatures = try field.integer()
            case 3: origin.isChangedAfterSigning = try field.integer() != 0
            default: break
            }
        }
        return origin
    }
}
