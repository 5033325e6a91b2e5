import CommandSupport
import Operations

/// The output of `docket erase`.
enum ErasureScreen {
    static func lines(_ result: ErasureRun.Result, style: Style) -> [String] {
        switch result.outcome {
        case "erased":
            let rows = (result.rows ?? [:]).sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            let files =
                result.files.map { "\($0) files of \(result.bytes ?? 0) bytes" }
                ?? "files: a gateway removes them within a minute"
            return [style.good("\(result.submission): erased"), "  \((rows + [files]).joined(separator: ", "))"]
        case "erased before":
            return ["\(result.submission): was erased at \(result.erasedAt ?? "-")"]
        case "asked":
            return [style.warning("\(result.submission): asked for: a second person has to agree by \(result.until ?? "-")")]
        case "kept": return [style.warning("\(result.submission): kept: \(result.reason ?? "")")]
        default: return [style.faint("\(result.submission): is not in this database")]
        }
    }
}
