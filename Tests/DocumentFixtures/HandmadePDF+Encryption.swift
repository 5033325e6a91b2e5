extension HandmadePDF {
    /// Encrypted by the `qpdf` tool. An empty user password leaves restrictions only.
    public func encrypted(userPassword: String, ownerPassword: String) throws -> [UInt8] {
        try Tool.qpdf.run(
            ["--encrypt", userPassword, ownerPassword, "256", "--", "in.pdf", "out.pdf"], files: ["in.pdf": bytes],
            yields: "out.pdf")
    }
}
