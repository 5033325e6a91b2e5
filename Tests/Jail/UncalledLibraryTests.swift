import DocumentFixtures
import EventLoop
import FoundationEssentials
import Jail
import Shared
import Support
import Testing

@testable import Decoders

/// Libraries that the zygote keeps for itself, in the real DecoderJail.
@Suite(.timeLimit(.minutes(2))) struct UncalledLibraryTests {
    /// Whether a file, such as libcurl-gnutls.so.4, is of a library, such as libcurl.
    private static func isKept(_ path: some StringProtocol) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        return Decoders.uncalledLibraries.contains { file.hasPrefix($0 + ".") || file.hasPrefix($0 + "-") }
    }

    /// The first library with a symbol of a name has it for all: one that is kept would be called by another that has the same.
    @Test func noLibraryThatStaysIsBoundToOneByAccident() async throws {
        let folder = try TemporaryFolder("bindings")
        let script = "\(folder.path)/decoder"
        let real = "\(ChildProcess.currentExecutableDirectory ?? ".")/DecoderJail"
        let text = "#!/bin/sh\nLD_DEBUG=bindings LD_DEBUG_OUTPUT='\(folder.path)/bindings' exec '\(real)'\n"
        try await Script.write(text, to: script)
        try await withJail(JailConfiguration(decoderPath: script)) { jail, _ in #expect(await jail.isReady) }

        var meant: [String: String] = [:]
        var found = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("bindings") {
            let bindings = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")), as: UTF8.self)
            for line in bindings.split(separator: "\n") {
                // 17: binding file /a/libb.so [0] to /a/libc.so [0]: normal symbol `d'
                let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
                guard words.count > 7, words[1] == "binding", words[5] == "to" else { continue }
                let (caller, called) = (String(words[3]), words[6])
                guard Self.isKept(called), !Self.isKept(caller) else { continue }
                found += 1
                if meant[caller] == nil { meant[caller] = try await Program.check("readelf", ["-dW", caller]).text }
                let file = String(called.split(separator: "/").last ?? "")
                #expect(meant[caller]?.contains("[\(file)]") == true, "\(line)")
            }
        }
        // Libvips, cairo and poppler mean to.
        #expect(found > 0)
        withExtendedLifetime(folder) {}
    }

    /// Poppler keeps the names of the fields in a vector, whose code the linker takes from where it finds it first.
    @Test func aFormWithAButtonThatResetsFieldsIsDrawn() async throws {
        let form = HandmadePDF.cornered(
            catalog: "/AcroForm<</Fields[5 0 R]>>", page: "/Annots[5 0 R]",
            more: [
                "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(reset)/Rect[10 10 60 30]/A<</S/ResetForm/Fields[(name)]>>>>"
            ])
        let pages = try await withJail { jail, _ in try await jail.pages(of: form.bytes, DecodeRequest(mediaType: .pdf)) }
        #expect(pages.count == 1)
    }
}
