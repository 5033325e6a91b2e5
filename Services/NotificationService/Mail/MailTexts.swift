import Shared

/// The texts of a mail about a state, in the person's language.
struct MailTexts: Sendable {
    struct Words: Sendable {
        let subject: String
        let body: String
    }

    struct Receipt: Sendable {
        let title: String
        /// The labels of a date and of a number.
        let sent, number: String
        /// The sign after a label: French has a space before it.
        var colon = ":"
    }

    let states: [SubmissionState: Words]
    /// The receipt: what was submitted, and when.
    let receipt: Receipt
    /// The text of the link back.
    let link: String
    let closing: String

    /// States with a mail. A withdrawal has none: the person made it.
    static let told: Set<SubmissionState> = [.accepted, .needsInput, .inReview, .rejected, .expired, .failed]

    static func `in`(_ language: Language) -> MailTexts {
        switch language {
        case .german: german
        case .french: french
        case .spanish: spanish
        case .japanese: japanese
        default: english
        }
    }

    private static let english = MailTexts(
        states: [
            .accepted: Words(
                subject: "Your documents were accepted", body: "All of your documents were accepted. There is nothing more to do."
            ),
            .needsInput: Words(
                subject: "Please send documents again",
                body:
                    "Some of your documents could not be accepted. Please read what is said about each of them, and send it again."
            ),
            .inReview: Words(
                subject: "Your documents are being looked at",
                body: "Your documents have arrived and are being looked at by a person. You will hear of the result."),
            .rejected: Words(
                subject: "Your documents were not accepted",
                body: "Your documents were not accepted, and cannot be replaced any more."),
            .expired: Words(
                subject: "The time for your documents is over",
                body: "Your documents were not complete in time. Please begin anew if they are still wanted."),
            .failed: Words(
                subject: "Your documents could not be processed",
                body: "Something went wrong on our side. You need not do anything for now."),
        ], receipt: Receipt(title: "Receipt", sent: "Sent", number: "Number"), link: "Continue",
        closing: "This message was sent automatically. Please do not reply to it.")

    private static let german = MailTexts(
        states: [
            .accepted: Words(
                subject: "Ihre Dokumente wurden angenommen",
                body: "Alle Ihre Dokumente wurden angenommen. Sie müssen nichts weiter tun."),
            .needsInput: Words(
                subject: "Bitte senden Sie Dokumente noch einmal",
                body:
                    "Einige Ihrer Dokumente konnten nicht angenommen werden. Bitte lesen Sie, was zu jedem gesagt wird, und senden Sie es noch einmal."
            ),
            .inReview: Words(
                subject: "Ihre Dokumente werden geprüft",
                body: "Ihre Dokumente sind angekommen und werden von einem Menschen geprüft. Sie hören vom Ergebnis."),
            .rejected: Words(
                subject: "Ihre Dokumente wurden nicht angenommen",
                body: "Ihre Dokumente wurden nicht angenommen und können nicht mehr ersetzt werden."),
            .expired: Words(
                subject: "Die Frist für Ihre Dokumente ist abgelaufen",
                body:
                    "Ihre Dokumente waren nicht rechtzeitig vollständig. Bitte beginnen Sie neu, falls sie noch gebraucht werden."
            ),
            .failed: Words(
                subject: "Ihre Dokumente konnten nicht verarbeitet werden",
                body: "Bei uns ist ein Fehler aufgetreten. Sie müssen vorerst nichts tun."),
        ], receipt: Receipt(title: "Quittung", sent: "Abgeschickt", number: "Nummer"), link: "Weiter",
        closing: "Diese Nachricht wurde automatisch versandt. Bitte antworten Sie nicht darauf.")

    private static let french = MailTexts(
        states: [
            .accepted: Words(
                subject: "Vos documents ont été acceptés",
                body: "Tous vos documents ont été acceptés. Vous n’avez rien d’autre à faire."),
            .needsInput: Words(
                subject: "Veuillez renvoyer des documents",
                body:
                    "Certains de vos documents n’ont pas pu être acceptés. Veuillez lire ce qui est dit de chacun d’eux et le renvoyer."
            ),
            .inReview: Words(
                subject: "Vos documents sont en cours d’examen",
                body: "Vos documents sont arrivés et sont examinés par une personne. Vous serez informé du résultat."),
            .rejected: Words(
                subject: "Vos documents n’ont pas été acceptés",
                body: "Vos documents n’ont pas été acceptés et ne peuvent plus être remplacés."),
            .expired: Words(
                subject: "Le délai pour vos documents est écoulé",
                body: "Vos documents n’étaient pas complets à temps. Veuillez recommencer s’ils sont encore demandés."),
            .failed: Words(
                subject: "Vos documents n’ont pas pu être traités",
                body: "Une erreur s’est produite de notre côté. Vous n’avez rien à faire pour l’instant."),
        ], receipt: Receipt(title: "Récépissé", sent: "Envoi", number: "Numéro", colon: "\u{a0}:"), link: "Continuer",
        closing: "Ce message a été envoyé automatiquement. Veuillez ne pas y répondre.")

    private static let spanish = MailTexts(
        states: [
            .accepted: Words(
                subject: "Sus documentos han sido aceptados",
                body: "Todos sus documentos han sido aceptados. No tiene que hacer nada más."),
            .needsInput: Words(
                subject: "Por favor, envíe documentos de nuevo",
                body:
                    "Algunos de sus documentos no se han podido aceptar. Por favor, lea lo que se dice de cada uno y envíelo de nuevo."
            ),
            .inReview: Words(
                subject: "Sus documentos se están revisando",
                body: "Sus documentos han llegado y una persona los está revisando. Le informaremos del resultado."),
            .rejected: Words(
                subject: "Sus documentos no han sido aceptados",
                body: "Sus documentos no han sido aceptados y ya no se pueden sustituir."),
            .expired: Words(
                subject: "El plazo para sus documentos ha terminado",
                body: "Sus documentos no estaban completos a tiempo. Por favor, empiece de nuevo si todavía se necesitan."),
            .failed: Words(
                subject: "Sus documentos no se han podido procesar",
                body: "Se ha producido un error por nuestra parte. Por ahora no tiene que hacer nada."),
        ], receipt: Receipt(title: "Recibo", sent: "Envío", number: "Número"), link: "Continuar",
        closing: "Este mensaje se ha enviado automáticamente. Por favor, no responda a él.")

    private static let japanese = MailTexts(
        states: [
            .accepted: Words(subject: "書類が受理されました", body: "すべての書類が受理されました。これ以上のお手続きは必要ありません。"),
            .needsInput: Words(
                subject: "書類を再度お送りください", body: "受理できない書類がありました。それぞれの説明をお読みのうえ、もう一度お送りください。"),
            .inReview: Words(subject: "書類を確認しています", body: "書類が届き、担当者が確認しています。結果は改めてお知らせします。"),
            .rejected: Words(subject: "書類は受理されませんでした", body: "書類は受理されませんでした。差し替えることはできません。"),
            .expired: Words(
                subject: "書類の提出期限が過ぎました", body: "期限までに書類がそろいませんでした。引き続き必要な場合は、最初からやり直してください。"),
            .failed: Words(subject: "書類を処理できませんでした", body: "当方で問題が発生しました。今のところお手続きは必要ありません。"),
        ], receipt: Receipt(title: "受付控え", sent: "送信日", number: "番号"), link: "続ける", closing: "このメールは自動的に送信されています。返信しないでください。")
}
