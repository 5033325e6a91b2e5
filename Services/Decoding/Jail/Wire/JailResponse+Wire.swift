// The fields of each message, in order. Increase `WireCoding.version` with every change.

public import Shared

extension JailResponse: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .facts(let facts):
            wire.tag(1)
            wire.write(facts)
        case .page(let header):
            wire.tag(2)
            wire.write(header)
        case .chunk:
            wire.tag(3)
        case .finished(let pages):
            wire.tag(4)
            wire.write(pages)
        case .proof(let proof):
            wire.tag(5)
            wire.write(proof)
        case .refused(let refusal):
            wire.tag(6)
            wire.write(refusal)
        case .repaired(let repair):
            wire.tag(7)
            wire.write(repair)
        case .text:
            wire.tag(8)
        case .mail(let facts):
            wire.tag(9)
            wire.write(facts)
        case .attachment(let facts):
            wire.tag(10)
            wire.write(facts)
        case .described(let facts):
            wire.tag(11)
            wire.write(facts)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .facts(try wire.read())
        case 2: self = .page(try wire.read())
        case 3: self = .chunk
        case 4: self = .finished(pages: try wire.read())
        case 5: self = .proof(try wire.read())
        case 6: self = .refused(try wire.read())
        case 7: self = .repaired(try wire.read())
        case 8: self = .text
        case 9: self = .mail(try wire.read())
        case 10: self = .attachment(try wire.read())
        case 11: self = .described(try wire.read())
        default: throw .malformedHeader
        }
    }
}

extension DecodedPageHeader: WireMessage {
    public func write(to wire: inout WireWriter) {
        for field in [number, total, pageCount, width, height, pageBytes, previewBytes] { wire.write(field) }
        wire.write(paper)
        wire.write(isBlank)
        wire.write(signals)
        wire.write(isSigned)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            number: try wire.read(), total: try wire.read(), pageCount: try wire.read(Int.self), width: try wire.read(),
            height: try wire.read(), pageBytes: try wire.read(), previewBytes: try wire.read(), paper: try wire.read(),
            isBlank: try wire.read(), signals: try wire.read(), isSigned: try wire.read())
    }
}

extension PDFProof: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(pageCount)
        wire.write(objectCount)
        wire.write(findings)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(pageCount: try wire.read(), objectCount: try wire.read(), findings: try wire.read())
    }
}

extension FileOrigin: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(programs)
        wire.write(signatures)
        wire.write(isChangedAfterSigning)
        wire.write(checks)
        wire.write(dates.made?.daysSinceEpoch)
        wire.write(dates.changed?.daysSinceEpoch)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            programs: try wire.read(), signatures: try wire.read(), isChangedAfterSigning: try wire.read(),
            checks: try wire.read(), dates: FileDates(made: try Self.day(wire.read()), changed: try Self.day(wire.read())))
    }

    private static func day(_ number: Int?) throws(JailFrameFault) -> CalendarDate? {
        guard let number else { return nil }
        let day = CalendarDate(daysSinceEpoch: number)
        guard day.daysSinceEpoch == number else { throw .malformedHeader }
        return day
    }
}

extension FileSignature: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(outcome)
        wire.write(coversFile)
        wire.write(signer)
        wire.write(claimedAt.map { Int(clamping: $0.millisecondsSinceEpoch) })
        wire.write(stampedAt.map { Int(clamping: $0.millisecondsSinceEpoch) })
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            try wire.read(), coversFile: try wire.read(), signer: try wire.read(), claimedAt: Self.time(try wire.read()),
            stampedAt: Self.time(try wire.read()))
    }

    private static func time(_ milliseconds: Int?) -> Timestamp? {
        milliseconds.map { Timestamp(millisecondsSinceEpoch: Int64($0)) }
    }
}

extension ContentRefusal: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .damaged(let detail):
            wire.tag(1)
            wire.write(detail)
        case .passwordProtected:
            wire.tag(2)
        case .overBudget(let quantity, let found, let limit):
            wire.tag(3)
            wire.write(quantity)
            wire.write(found)
            wire.write(limit)
        case .unsupported(let mediaType):
            wire.tag(4)
            wire.write(mediaType)
        case .tooCostly:
            wire.tag(5)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .damaged(detail: try wire.read())
        case 2: self = .passwordProtected
        case 3: self = .overBudget(try wire.read(), found: try wire.read(), limit: try wire.read())
        case 4: self = .unsupported(mediaType: try wire.read())
        case 5: self = .tooCostly
        default: throw .malformedHeader
        }
    }
}

extension BudgetedQuantity: WireMessage {}
extension FileSignature.Outcome: WireMessage {}

extension RawRepresentable where RawValue == String, Self: WireMessage {
    public func write(to wire: inout WireWriter) { wire.write(rawValue) }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        guard let known = Self(rawValue: try wire.read()) else { throw .malformedHeader }
        self = known
    }
}
