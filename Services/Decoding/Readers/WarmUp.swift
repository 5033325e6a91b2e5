import Jail
import Shared

/// Says in the zygote what a child says, so that what the language's runtime sets up for it is there. Nothing is recognized.
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
