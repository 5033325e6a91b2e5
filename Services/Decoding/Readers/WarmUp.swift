import Jail
import Shared

/// Writes in the zygote what a child writes, to initialise the language's runtime. Nothing is recognised.
enum WarmUp {
    static func run() throws {
        let word = PageWord(text: "a", box: .whole, confidence: 1, line: 0)
        let code = PageCode(symbology: .qr, bytes: [1], box: .whole)
        let text = PageText(source: .recognized, proportion: 1, words: [word], codes: [code])
        _ = try WireCoding.decode(PageText.self, from: WireCoding.encode(text.bounded()))
        let request = JailRequest.read(ReadRequest(.picture, languages: ReadingLanguage.allCases))
        _ = try WireCoding.decode(JailRequest.self, from: WireCoding.encode(request))
        _ = WireCoding.encode(JailResponse.text)
        _ = WireCoding.encode(JailResponse.refused(.damaged(detail: "")))
    }
}
