public import Jail

/// The work of a zygote's children, loaded once before any of them.
public protocol ZygoteWork {
    /// Versions of the loaded libraries, by name.
    var libraries: [String: String] { get }

    /// Files and folders that a confined child may still read.
    var readable: [String] { get }

    /// Loaded libraries that no child calls, by name, such as `libkrb5`. Children do not inherit them.
    var uncalled: [String] { get }

    /// Called in a confined child: reads a request from the stream and answers it. Returns the exit code of the process.
    func answer(stream: CInt, inputs: [CInt]) -> DecoderExitCode
}

extension ZygoteWork {
    public var uncalled: [String] { [] }
}
