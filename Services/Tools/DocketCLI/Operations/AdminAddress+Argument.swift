import CommandSupport
import Operations

extension AdminAddress {
    /// `NAME=URL`.
    init(argument: String) throws(CommandFailure) {
        let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2, halves[1].hasPrefix("http://") || halves[1].hasPrefix("https://") else {
            throw CommandFailure(
                .usage, "“\(argument)” is no name and address of a service", advice: "Write it as NAME=http://ADDRESS:PORT.")
        }
        self.init(name: halves[0], url: halves[1])
    }
}
