package import CommandLine

/// `--json` has one rule. A subcommand that lists or follows prints one JSON object a line; one about a single thing
/// prints one object. Standard output has nothing else. Each object is one line, so that `jq` reads both.
package enum JSONOption {
    /// For a single thing.
    package static let object = Flag("json", help: "Print it as one JSON object, and nothing else on standard output")
    /// For any number of things, including none.
    package static let lines = Flag(
        "json", help: "Print each as a JSON object on a line of its own, and nothing else on standard output")
}
