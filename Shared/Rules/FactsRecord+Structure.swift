/// The record's fields for a file's structure. All of it is stored, for future rules.
extension FactsRecord {
    // Numbers stand for ever: new ones are added at the end.
    private static let colours: [FileFacts.Colour] = [.grey, .rgb, .palette, .cmyk, .lab, .greyAlpha, .rgbAlpha]
    private static let encryptions: [FileFacts.Encryption] = [.none, .ownerOnly, .passwordRequired, .unknown]
    private static let trailingKinds: [TrailingData.Kind] = [.padding, .picture, .video, .phone, .unknown]
    private static let formats: [FileFacts.ForeignFormat] = [.pdf, .zip, .executable, .markup, .script]
    private static let remarks: [FileFacts.Remark] = [
        .malformed, .contradictory, .cyclic, .tooManyParts, .sharedAuxiliary, .outOfOrder,
    ]
    private static let hints: [PDFFacts.Hint] = [
        .javaScript, .launch, .embeddedFile, .openAction, .additionalActions, .form,
    ]

    static func write(_ facts: FileFacts, _ writer: inout FieldWriter) {
        write(1, facts.mediaType, &writer)
        if let size = facts.size {
            writer.integer(2, size.width)
            writer.integer(3, size.height)
        }
        writer.integer(4, facts.orientation)
        writer.integer(5, facts.pixelsOfAllPages)
        writer.integer(6, facts.largestPage)
        writer.integer(7, facts.pageCount)
        writer.integer(8, facts.frameCount)
        writer.integer(9, facts.bitDepth)
        writer.choice(10, facts.colour, colours)
        writer.flag(11, facts.isProgressive)
        writer.choice(12, facts.encryption, encryptions)
        writer.flag(13, facts.isTruncated)
        if let trailing = facts.trailing {
            writer.choice(14, trailing.kind, trailingKinds)
            writer.integer(15, trailing.byteCount)
            writer.choice(16, trailing.format, formats)
        }
        for format in facts.secondFormats { writer.choice(17, format, formats) }
        for remark in facts.remarks { writer.choice(18, remark, remarks) }
        if let pdf = facts.pdf { writer.message(19) { write(pdf, &$0) } }
        if let software = facts.software { writer.text(20, software) }
        writer.days(21, 22, of: facts.dates)
    }

    private static func write(_ pdf: PDFFacts, _ writer: inout FieldWriter) {
        if let version = pdf.version { writer.text(1, version) }
        writer.integer(2, pdf.leadingBytes)
        writer.flag(3, pdf.isLinearized)
        writer.integer(4, pdf.updateCount)
        writer.integer(5, pdf.crossReferenceOffset)
        for hint in pdf.hints { writer.choice(6, hint, hints) }
    }

    static func structure(_ message: FieldReader) throws(FactsRecordError) -> FileFacts {
        var reader = message
        var facts = FileFacts()
        var (width, height): (Int?, Int?)
        var (trailing, byteCount): (TrailingData.Kind?, Int) = (nil, 0)
        var behind: FileFacts.ForeignFormat?
        while let field = try reader.next() {
            switch field.number {
            case 1: facts.mediaType = try mediaType(field)
            case 2: width = try field.integer()
            case 3: height = try field.integer()
            case 4: facts.orientation = try field.integer()
            case 5: facts.pixelsOfAllPages = try field.integer()
            case 6: facts.largestPage = try field.integer()
            case 7: facts.pageCount = try field.integer()
            case 8: facts.frameCount = try field.integer()
            case 9: facts.bitDepth = try field.integer()
            case 10: facts.colour = try choice(field, colours)
            case 11: facts.isProgressive = try field.integer() != 0
            case 12: facts.encryption = try choice(field, encryptions)
            case 13: facts.isTruncated = try field.integer() != 0
            case 14: trailing = try choice(field, trailingKinds)
            case 15: byteCount = try field.integer()
            case 16: behind = try choice(field, formats)
            case 17: facts.secondFormats.append(try choice(field, formats))
            case 18: facts.remarks.append(try choice(field, remarks))
            case 19: facts.pdf = try pdf(try field.message())
            case 20: facts.software = try field.text()
            case 21: facts.dates.made = try field.day()
            case 22: facts.dates.changed = try field.day()
            default: break
            }
        }
        if let width, let height { facts.size = PixelSize(width: width, height: height) }
        if let trailing { facts.trailing = TrailingData(trailing, byteCount: byteCount, format: behind) }
        return facts
    }

    private static func pdf(_ message: FieldReader) throws(FactsRecordError) -> PDFFacts {
        var reader = message
        var pdf = PDFFacts()
        while let field = try reader.next() {
            switch field.number {
            case 1: pdf.version = try field.text()
            case 2: pdf.leadingBytes = try field.integer()
            case 3: pdf.isLinearized = try field.integer() != 0
            case 4: pdf.updateCount = try field.integer()
            case 5: pdf.crossReferenceOffset = try field.integer()
            case 6: pdf.hints.append(try choice(field, hints))
            default: break
            }
        }
        return pdf
    }
}

extension FieldWriter {
    mutating func days(_ made: Int, _ changed: Int, of dates: FileDates) {
        if let day = dates.made { number(made, Self.zigzag(day.daysSinceEpoch)) }
        if let day = dates.changed { number(changed, Self.zigzag(day.daysSinceEpoch)) }
    }

    fileprivate mutating func integer(_ number: Int, _ value: Int?) {
        if let value { integer(number, value) }
    }

    fileprivate mutating func flag(_ number: Int, _ value: Bool?) {
        if let value { self.number(number, value ? 1 : 0) }
    }

    /// The index of a value in a list.
    fileprivate mutating func choice<Value: Equatable>(_ number: Int, _ value: Value?, _ values: [Value]) {
        if let index = value.flatMap(values.firstIndex(of:)) { integer(number, index) }
    }
}
