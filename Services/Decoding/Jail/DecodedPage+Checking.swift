import Shared

extension DecodedPage {
    /// A page as the child announces and delivers it, checked before any byte of it is used. No number of the header is
    /// trusted: each is compared before it enters a sum. `number` is the expected page, from 1. `total` is from the pages
    /// before it; nil for the first.
    ///
    /// - Throws: `protocolViolation` for what no sound child would send.
    init(
        checking header: DecodedPageHeader, _ payload: [UInt8], number: Int, total: Int?, for request: DecodeRequest
    ) throws(JailError) {
        guard
            header.number == number, header.total == total ?? header.total, header.number <= header.total,
            header.total <= min(request.budget.pages, request.maximumPages ?? .max),
            header.total <= header.pageCount, header.pageCount <= 10_000_000
        else { throw .protocolViolation(detail: "page \(header.number) of \(header.total) in place of page \(number)") }
        guard
            min(header.width, header.height) > 0, min(header.width, header.height) <= request.box.shortSide,
            max(header.width, header.height) <= request.box.longSide
        else { throw .protocolViolation(detail: "a page of \(header.width)×\(header.height) pixels") }
        guard (header.signals != nil) == request.measures, header.signals?.isSound != false else {
            throw .protocolViolation(detail: "measurements out of bounds")
        }
        guard
            header.pageBytes >= 1, header.pageBytes <= payload.count, header.previewBytes == payload.count - header.pageBytes,
            (header.previewBytes > 0) == (request.preview != nil)
        else { throw .protocolViolation(detail: "payload of \(payload.count) bytes does not match its header") }

        let jpeg = Array(payload[..<header.pageBytes])
        try Self.check(jpeg, width: header.width...header.width, height: header.height...header.height)
        var preview: DecodedPage.Preview?
        if let wanted = request.preview {
            let small = Array(payload[header.pageBytes...])
            let size = try Self.check(small, width: 1...max(wanted.longestSide, 1), height: 1...max(wanted.longestSide, 1))
            preview = Preview(jpeg: small, size: size)
        }
        self.init(
            number: header.number, total: header.total, pageCount: header.pageCount, width: header.width, height: header.height,
            paper: header.paper, jpeg: jpeg, preview: preview, isBlank: header.isBlank, signals: header.signals,
            isSigned: header.isSigned)
    }

    @discardableResult
    private static func check(
        _ jpeg: [UInt8], width: ClosedRange<Int>, height: ClosedRange<Int>
    ) throws(JailError) -> PixelSize {
        do {
            let page = try CleanJPEG(validating: jpeg)
            guard width.contains(page.width), height.contains(page.height) else { throw CleanJPEG.Fault.frame }
            return PixelSize(width: page.width, height: page.height)
        } catch {
            throw .protocolViolation(detail: "not a clean JPEG: \(error)")
        }
    }
}
