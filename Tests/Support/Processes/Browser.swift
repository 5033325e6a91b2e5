import FoundationEssentials

/// Debian's Chromium, driven by scripts in Python.
public enum Browser {
    /// The interpreter that has what the scripts need.
    ///
    /// - Throws: `PythonPeers.Missing`, where there is no browser either.
    public static func python() async throws -> String {
        for program in ["/usr/bin/chromium", "/usr/bin/chromedriver"] where !FileManager.default.isExecutableFile(atPath: program)
        {
            throw PythonPeers.Missing(
                description: "\(program) is not installed: Debian's chromium and chromium-driver show the page.")
        }
        return try await PythonPeers.interpreter(with: ["axe-core-python==0.1.0", "selenium==4.51.0"])
    }

    /// The path of one of the scripts of the page's tests.
    public static func script(_ name: String) -> String {
        String(#filePath.dropLast("Support/Processes/Browser.swift".count)) + "IntakeGateway/Page/\(name)"
    }
}
