import CommandSupport
import Glibc
import Jail
import Shared

/// The reading of a file, page by page.
struct FileReading {
    let path: String
    let pages: [(number: Int, text: PageText)]
    /// Verifies its signed codes.
    var proof: CodeProof = { _ in nil }
}

/// Reads the pages of a file through both jails.
struct FileReader {
    let jails: ReadingJails
    let languages: [ReadingLanguage]

    func read(_ path: String) async throws -> FileReading {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.cannotRead(path, advice: "Name a photo or a PDF.") }
        defer { close(descriptor) }
        do {
            let facts = try await jails.decoder.inspect(.descriptor(descriptor))
            if let refusal = facts.refusal { throw JailError.refused(refusal) }
            return FileReading(
                path: path,
                pages: facts.content == .pdf
                    ? try await pages(ofPDF: descriptor, count: facts.pageCount)
                    : try await pages(ofPicture: descriptor, facts.detectedMediaType),
                proof: jails.proof)
        } catch let error as JailError {
            throw CommandFailure(
                error.refusal == nil ? .failure : .refused, "\(path) could not be read: \(error.description)",
                advice: "docket check says what the rules say of it.")
        }
    }

    private func pages(ofPDF descriptor: CInt, count: Int) async throws -> [(number: Int, text: PageText)] {
        var pages: [(number: Int, text: PageText)] = []
        for number in 0..<count {
            let request = ReadRequest(.page(number + 1), languages: languages)
            pages.append((number + 1, try await jails.reader.read(.descriptor(descriptor), request)))
        }
        return pages
    }

    private func pages(ofPicture descriptor: CInt, _ mediaType: MediaType) async throws -> [(number: Int, text: PageText)] {
        let request = DecodeRequest(mediaType: mediaType, preview: nil, measures: false, salvages: true)
        return try await jails.decoder.withDecodedPages(of: .descriptor(descriptor), request) { pages in
            var read: [(number: Int, text: PageText)] = []
            while let page = try await pages.next() {
                let request = ReadRequest(.picture, languages: languages)
                read.append((page.number, try await jails.reader.read(.bytes(page.jpeg), request)))
            }
            return read
        }
    }
}
