#if os(iOS)
    import AVFoundation
    import Shared
    public import UIKit

    /// Takes one photo with the device's camera. The app's Info.plist must give a reason (`NSCameraUsageDescription`).
    public struct CameraPicker: FilePicker {
        private let request: PickerRequest
        private let presenter: @MainActor @Sendable () -> UIViewController?

        /// The camera is presented over `presenter`.
        public init(_ request: PickerRequest, over presenter: @escaping @MainActor @Sendable () -> UIViewController?) {
            self.request = request
            self.presenter = presenter
        }

        public func pick() async -> PickerOutcome {
            guard await AVCaptureDevice.requestAccess(for: .video) else {
                return .failed(PickerFault(.notAllowed, in: request.language))
            }
            return await CameraSheet().pick(request, over: presenter)
        }
    }

    @MainActor
    private final class CameraSheet: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        private var chosen: CheckedContinuation<UIImage?, Never>?

        func pick(_ request: PickerRequest, over presenter: @MainActor () -> UIViewController?) async -> PickerOutcome {
            guard UIImagePickerController.isSourceTypeAvailable(.camera), let presenter = presenter() else {
                return .failed(PickerFault(.unavailable, in: request.language))
            }
            let photo = await withCheckedContinuation { continuation in
                chosen = continuation
                let camera = UIImagePickerController()
                camera.sourceType = .camera
                camera.delegate = self
                presenter.present(camera, animated: true)
            }
            guard let photo else { return .cancelled }
            guard let jpeg = photo.jpegData(compressionQuality: 0.9) else {
                return .failed(PickerFault(.unreadable, in: request.language))
            }
            return .picked([CandidateFile(.bytes(Array(jpeg)), name: "photo.jpg", mediaType: .jpeg, source: request.source)])
        }

        func imagePickerController(
            _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            end(picker, with: info[.originalImage] as? UIImage)
        }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { end(picker, with: nil) }

        private func end(_ picker: UIImagePickerController, with photo: UIImage?) {
            picker.dismiss(animated: true)
            chosen?.resume(returning: photo)
            chosen = nil
        }
    }
#else
    /// The camera of a system without one that this library supports.
    public typealias CameraPicker = UnavailablePicker
#endif
