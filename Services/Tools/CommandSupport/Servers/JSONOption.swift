package import CommandLine

/// `--json`, by one rule: what lists, or goes on telling, prints one JSON object a line; what tells of a single thing prints one
/// object. Nothing else comes on standard output. Each object is one line, so that `jq` reads both alike.
package enum JSONOption {
    /// For one thing.
    package static let object = Flag("json", help: "Print it as one JSON object, and nothing else on standard output")
    /// For any number of things, of which there may be none.
    package static let lines = Flag(
        "json", help: "Print each as a JSON object on a line of its own, and nothing else on standard output")
}
