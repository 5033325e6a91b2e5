#if canImport(PhotosUI) && canImport(UIKit)
    import PhotosUI
    import Shared
    public import UIKit
    import UniformTypeIdentifiers

    /// Lets a person choose photos. The app sees only the chosen ones, and needs no permission.
    public struct PhotoLibraryPicker: FilePicker {
        private let request: PickerRequest
        private let presenter: @MainActor @Sendable () -> UIViewController?

        /// The library is presented over `presenter`.
        public init(_ request: PickerRequest, over presenter: @escaping @MainActor @Sendable () -> UIViewController?) {
            self.request = request
            self.presenter = presenter
        }

        public func pick() async -> PickerOutcome { await PhotoSheet().pick(request, over: presenter) }
    }

    @MainActor
    private final class PhotoSheet: NSObject, PHPickerViewControllerDelegate {
        private var chosen: CheckedContinuation<[NSItemProvider], Never>?

        func pick(_ request: PickerRequest, over presenter: @MainActor () -> UIViewController?) async -> PickerOutcome {
            guard let presenter = presenter() else { return .failed(PickerFault(.unavailable, in: request.language)) }
            let providers = await withCheckedContinuation { continuation in
                chosen = continuation
                var wanted = PHPickerConfiguration()
                wanted.selectionLimit = request.allowsSeveral ? 0 : 1
                wanted.filter = .images
                // The original: no film of a live photo, no JPEG that was made of a HEIC.
                wanted.preferredAssetRepresentationMode = .current
                let library = PHPickerViewController(configuration: wanted)
                library.delegate = self
                presenter.present(library, animated: true)
            }
            guard !providers.isEmpty else { return .cancelled }
            var files: [CandidateFile] = []
            for provider in providers {
                guard let form = Form(of: provider, for: request) else { continue }
                guard let bytes = await form.load(from: provider) else {
                    return .failed(PickerFault(.unreadable, in: request.language))
                }
                files.append(
                    CandidateFile(.bytes(bytes), name: form.file.name, mediaType: form.file.mediaType, source: request.source))
            }
            return files.isEmpty ? .failed(.unusable(for: request)) : .picked(files)
        }

        func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
            picker.dismiss(animated: true)
            chosen?.resume(returning: results.map(\.itemProvider))
            chosen = nil
        }
    }

    /// The form of a photo that is submitted.
    @MainActor
    private struct Form {
        /// Does not have its bytes yet.
        let file: CandidateFile
        private let type: UTType

        /// Nil if the library offers no accepted form of it.
        init?(of provider: NSItemProvider, for request: PickerRequest) {
            let types = provider.registeredTypeIdentifiers.compactMap { UTType($0) }
            let item = PickedItem(
                name: provider.suggestedName ?? "photo",
                forms: types.map { PickedItem.Form(mediaType: $0.preferredMIMEType ?? "", content: .bytes([])) })
            guard let file = item.candidate(for: request),
                let type = types.first(where: { $0.preferredMIMEType.flatMap { MediaType($0) } == file.mediaType })
            else { return nil }
            self.file = file
            self.type = type
        }

        func load(from provider: NSItemProvider) async -> [UInt8]? {
            await withCheckedContinuation { continuation in
                _ = provider.loadDataRepresentation(for: type) { data, _ in
                    continuation.resume(returning: data.map { Array($0) })
                }
            }
        }
    }
#else
    /// The photo library of a system without one that this library supports.
    public typealias PhotoLibraryPicker = UnavailablePicker
#endif
