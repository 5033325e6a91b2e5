import Jail
import Shared

/// Finds cover sheets in scans, and extracts the pages behind them. Both run in jails, for scans are untrusted.
struct SheetReader: Sendable {
    let jails: ReadingJails

    /// The codes of each page of a PDF, and whether it is blank.
    ///
    /// - Throws: `ScanFault` for a file that cannot be read; `JailError` if no file is at fault.
    func pages(of descriptor: CInt) async throws -> [ScanDivision.Page] {
        // A page that is lost might have been a sheet: nothing is salvaged.
        let request = DecodeRequest(mediaType: .pdf, preview: nil, measures: false)
        return try await blamingFile {
            try await Jail.judged { alone in
                try await jails.decoder.withDecodedPages(of: .descriptor(descriptor), request, alone: alone) { pages in
                    var seen: [ScanDivision.Page] = []
                    while let page = try await pages.next() {
                        let text = try await jails.reader.read(.bytes(page.jpeg), ReadRequest(.picture, onlyCodes: true))
                        seen.append(ScanDivision.Page(codes: text.codes.map(\.bytes), isBlank: page.isBlank))
                    }
                    return seen
                }
            }
        }
    }

    /// Extracts these pages to a new PDF.
    func extract(_ pages: Range<Int>, of descriptor: CInt) async throws -> [UInt8] {
        try await blamingFile { try await jails.decoder.extract(pages, of: .descriptor(descriptor)) }
    }

    private func blamingFile<Result>(_ job: () async throws -> Result) async throws -> Result {
        do {
            return try await job()
        } catch let error as JailError where error.isOfPage {
            throw ScanFault("It cannot be read for its sheets: \(error.description)")
        }
    }
}
