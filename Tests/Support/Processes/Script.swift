/// A shell script that other processes execute.
public enum Script {
    /// Another process writes it. Had this one opened the file, whatever program it starts meanwhile would hold it open for
    /// writing for a moment, in which nobody can execute it (ETXTBSY).
    public static func write(_ text: String, to path: String) async throws {
        _ = try await Program.check("sh", ["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", path], input: Array(text.utf8))
    }
}
