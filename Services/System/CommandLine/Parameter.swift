/// A parameter of a command: an option, a flag or an argument.
public protocol CommandParameter: Sendable {
    /// The parameter without its type, for `Command`.
    var erased: ErasedParameter { get }
}

/// A parameter as the parser, the help and the completion scripts see it.
public struct ErasedParameter: Sendable {
    enum Form: Sendable, Hashable {
        case option(short: Character?, placeholder: String)
        case flag(short: Character?)
        case argument
    }

    let name: String
    let form: Form
    let help: String
    let arity: Arity
    let completion: Completion
    let shownDefault: String?
    let read: @Sendable ([String]) throws(InvalidValue) -> any Sendable

    var isArgument: Bool { form == .argument }

    var short: Character? {
        switch form {
        case .option(let short, _), .flag(let short): short
        case .argument: nil
        }
    }

    var takesValue: Bool {
        if case .flag = form { false } else { true }
    }

    /// The name in messages: `--port`, `FILE`.
    var label: String { isArgument ? name : "--\(name)" }
}

extension Option: CommandParameter {
    public var erased: ErasedParameter {
        let reader = reader
        return ErasedParameter(
            name: name, form: .option(short: short, placeholder: placeholder), help: help, arity: reader.arity,
            completion: reader.completion, shownDefault: reader.shownDefault
        ) { (texts) throws(InvalidValue) in try reader.read(texts) }
    }
}

extension Argument: CommandParameter {
    public var erased: ErasedParameter {
        let reader = reader
        return ErasedParameter(
            name: name, form: .argument, help: help, arity: reader.arity, completion: reader.completion,
            shownDefault: reader.shownDefault
        ) { (texts) throws(InvalidValue) in try reader.read(texts) }
    }
}

extension Flag: CommandParameter {
    public var erased: ErasedParameter {
        ErasedParameter(
            name: name, form: .flag(short: short), help: help, arity: .optional, completion: .none, shownDefault: nil
        ) { (texts) throws(InvalidValue) in !texts.isEmpty }
    }
}
