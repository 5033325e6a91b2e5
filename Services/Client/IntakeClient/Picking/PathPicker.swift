public import Shared

/// Chooses files by their paths, for a command line. A folder stands for its files, ordered by name. A live picture
/// (`IMG_1.HEIC` beside `IMG_1.MOV`) stands for its still.
public struct PathPicker: FilePicker {
    private let paths: [String]
    private let request: PickerRequest
    private static let maximumFiles = 1000
    /// By extension. Any other file is examined when it is added.
    private static let films: Set<String> = ["mov", "mp4", "m4v", "avi", "3gp", "webm"]

    public init(_ paths: [String], request: PickerRequest = PickerRequest(source: .filePicker)) {
        self.paths = paths
        self.request = request
    }

    public func pick() async -> PickerOutcome {
        do throws(PickerFault) {
            var files: [CandidateFile] = []
            for path in paths { files += try candidates(at: path) }
            guard files.count <= Self.maximumFiles else {
                return .failed(PickerFault(.tooMany, in: request.language))
            }
            return files.isEmpty ? .cancelled : .picked(files)
        } catch {
            return .failed(error)
        }
    }

    /// Takes a named file whatever its name, and from a folder only files that can be submitted.
    private func candidates(at path: String) throws(PickerFault) -> [CandidateFile] {
        do throws(SystemFault) {
            guard SystemFiles.isFolder(path) else {
                _ = try SystemFiles.open(path)
                return [CandidateFile(path: path, source: request.source)]
            }
            let names = try SystemFiles.names(in: path, atMost: Self.maximumFiles + 1)
            return names.filter(isUsable).map { CandidateFile(path: "\(path)/\($0)", source: request.source) }
        } catch {
            // At a command line it helps to know what the system says, in whatever language it does.
            let name = ReasonValue.text(error.isMissing ? path : "\(path) (\(error.reason))")
            throw PickerFault(.unreadable, request.language.say(error.isMissing ? .gone : .unreadable, ["name": name]))
        }
    }

    private func isUsable(_ name: String) -> Bool {
        guard let ending = MediaType.fileExtension(ofName: name), !Self.films.contains(ending) else { return false }
        return MediaType(fileExtension: ending).map(request.accepts) ?? false
    }
}
