import CommandLine
import Operations

extension WhereExpression: ArgumentValue {
    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        guard argument.utf8.count <= Self.maximumLength else {
            throw InvalidValue(expected: "an expression of at most \(Self.maximumLength) bytes")
        }
        do throws(WhereFault) {
            try self.init(argument)
        } catch {
            let example = "an expression such as 'state == accepted and latency > 200ms'"
            throw InvalidValue(expected: "\(example); at column \(error.column): \(error.problem)")
        }
    }
}
