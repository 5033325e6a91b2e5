extension ReasonTexts {
    /// The wordings of `FileDatesRule.swift`; see `ReasonTexts` for the form.
    static let fileDates = #"""
        rule document.file-dates
        en  dates contradict
        de  Datumsangaben widersprechen sich
        fr  dates contradictoires
        es  fechas contradictorias
        ja  日付の矛盾

        document.file-dates/changed-before-made
        en  a file that says it was made on {made} and changed on {changed}
        en  the file as it was received, or a new photo
        en  By its own dates, the file was changed before it was made: on {changed}, and on {made}.
        en  Send it as you received it, or take a photo of the paper.
        de  eine Datei, die am {made} erstellt und am {changed} geändert sein will
        de  die Datei, wie Sie sie erhalten haben, oder ein neues Foto
        de  Nach ihren eigenen Angaben wurde die Datei geändert, bevor sie erstellt wurde: am {changed} und am {made}.
        de  Senden Sie sie so, wie Sie sie erhalten haben, oder fotografieren Sie das Papier.
        fr  un fichier qui se dit créé le {made} et modifié le {changed}
        fr  le fichier tel que reçu, ou une nouvelle photo
        fr  D’après ses propres dates, le fichier a été modifié avant d’être créé : le {changed} et le {made}.
        fr  Envoyez-le tel que vous l’avez reçu, ou photographiez le papier.
        es  un archivo que dice haberse creado el {made} y modificado el {changed}
        es  el archivo tal como se recibió, o una foto nueva
        es  Según sus propias fechas, el archivo se modificó antes de crearse: el {changed} y el {made}.
        es  Envíelo tal como lo recibió, o fotografíe el papel.
        ja  作成日が{made}、変更日が{changed}のファイル
        ja  受け取ったままのファイル、または新しい写真
        ja  ファイル自体の日付では、作成日（{made}）より前の{changed}に変更されています。
        ja  受け取ったままのファイルか、紙の書類の写真を送ってください。

        document.file-dates/made-in-future
        en  a file that says it was made on {made}
        en  a file made on {today} or before
        en  By its own date, the file was made on {made}, which is still to come.
        en  Check the clock of the phone or the scanner, and make it again.
        de  eine Datei, die am {made} erstellt sein will
        de  eine Datei, die am {today} oder davor erstellt wurde
        de  Nach ihrer eigenen Angabe wurde die Datei am {made} erstellt; dieser Tag kommt erst noch.
        de  Prüfen Sie die Uhr des Telefons oder Scanners, und erstellen Sie sie noch einmal.
        fr  un fichier qui se dit créé le {made}
        fr  un fichier créé au plus tard le {today}
        fr  D’après sa propre date, le fichier a été créé le {made}, un jour encore à venir.
        fr  Vérifiez l’horloge du téléphone ou du scanner, et recommencez.
        es  un archivo que dice haberse creado el {made}
        es  un archivo creado el {today} o antes
        es  Según su propia fecha, el archivo se creó el {made}, un día que aún no ha llegado.
        es  Compruebe el reloj del teléfono o del escáner y vuelva a hacerlo.
        ja  作成日が{made}のファイル
        ja  {today}までに作成されたファイル
        ja  ファイル自体の日付では、まだ来ていない{made}に作成されています。
        ja  スマートフォンやスキャナーの時計を確認して、もう一度作成してください。

        document.file-dates/made-before-issue
        en  a file that says it was made on {made}
        en  a file made when the document had been issued, on {issued}
        en  By its own date, the file was made on {made}, long before the document was issued on {issued}.
        en  Check the date of issue, or make the photo or the scan again.
        de  eine Datei, die am {made} erstellt sein will
        de  eine Datei, die nach der Ausstellung am {issued} erstellt wurde
        de  Nach ihrer eigenen Angabe wurde die Datei am {made} erstellt, lange bevor das Dokument am {issued} ausgestellt wurde.
        de  Prüfen Sie das Ausstellungsdatum, oder fotografieren oder scannen Sie das Papier noch einmal.
        fr  un fichier qui se dit créé le {made}
        fr  un fichier créé une fois le document émis, le {issued}
        fr  D’après sa propre date, le fichier a été créé le {made}, bien avant l’émission du document le {issued}.
        fr  Vérifiez la date d’émission, ou photographiez ou numérisez à nouveau le papier.
        es  un archivo que dice haberse creado el {made}
        es  un archivo creado cuando el documento ya se había emitido, el {issued}
        es  Según su propia fecha, el archivo se creó el {made}, mucho antes de que el documento se emitiera el {issued}.
        es  Compruebe la fecha de emisión, o vuelva a fotografiar o escanear el papel.
        ja  作成日が{made}のファイル
        ja  発行日（{issued}）以降に作成されたファイル
        ja  ファイル自体の日付では、書類の発行日（{issued}）よりずっと前の{made}に作成されています。
        ja  発行日を確認するか、紙の書類をもう一度撮影またはスキャンしてください。
        """#
}
