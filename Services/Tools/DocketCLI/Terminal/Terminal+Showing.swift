import CommandSupport

extension Terminal {
    /// Prints one thing: its JSON if a program reads it, else lines for a person.
    func show(_ thing: some Encodable, isJSON: Bool, _ lines: (Style) -> [String]) {
        show(isJSON ? [JSONText.of(thing)] : lines(style))
    }

    /// Prints any number of things: each as a line of JSON if a program reads them, else lines for a person.
    func show(each things: [some Encodable], isJSON: Bool, _ lines: (Style) -> [String]) {
        show(isJSON ? things.map { JSONText.of($0) } : lines(style))
    }
}
