public import Jail
import Glibc
import PDF
import Shared
import Text
public import Zygote

/// The models and libraries for reading, loaded once before any fork.
public struct Readers {
    let versions: [String: String]
    let recognizer: PageRecognizer

    /// Loads the models of the languages in the environment, as far as they are installed.
    public static func load() throws -> Readers {
        let named = getenv(JailConfiguration.languagesVariable).map { String(cString: $0) } ?? ""
        let languages = named.split(separator: ",").compactMap { ReadingLanguage(rawValue: String($0)) }
        let recognizer = try PageRecognizer(languages: languages.isEmpty ? ReadingLanguage.allCases : languages)
        PDFLibrary.preload()
        var versions = PDFLibrary.versions.merging(PageRecognizer.versions) { first, _ in first }
        for (language, version) in recognizer.modelVersions { versions[Jail.modelPrefix + language.rawValue] = version }
        let readers = Readers(versions: versions, recognizer: recognizer)
        try WarmUp.run()
        return readers
    }
}

/// The work of a confined child: it reads one request, answers it, and ends.
extension Readers: RequestWork {
    public var libraries: [String: String] { versions }

    /// Files that poppler opens for a page of a PDF. The models are loaded before.
    public var readable: [String] { PDFLibrary.filesReadLater }

    public func answer(_ request: JailRequest, inputs: [InputFile], on stream: FrameStream) throws {
        let text = try ReadJob(recognizer: recognizer, inputs: inputs).text(for: request)
        try stream.send(.text, payload: WireCoding.encode(text.bounded()))
    }

    public static func isOutOfMemory(_ error: any Error) -> Bool {
        switch error {
        case TextError.outOfMemory, PDFError.outOfMemory: true
        default: false
        }
    }
}
