public import Jail

/// What a zygote has ready for its children: loaded once, before there is any.
public protocol ZygoteWork {
    /// Versions of what is loaded, by name.
    var libraries: [String: String] { get }

    /// Files and folders that a child may still read.
    var readable: [String] { get }

    /// In a child that is locked in: reads a request from the stream, answers it. How the process then ends.
    func answer(stream: CInt, inputs: [CInt]) -> DecoderExitCode
}
