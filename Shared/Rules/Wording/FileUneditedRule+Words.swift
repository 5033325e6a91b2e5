extension ReasonTexts {
    /// The wordings of `FileUneditedRule.swift` and `FileNotExtendedRule.swift`; see `ReasonTexts` for the form.
    static let editing = #"""
        rule file.unedited
        en  edited
        de  bearbeitet
        fr  modifié
        es  editado
        ja  編集

        file.unedited/program
        en  a file saved by {program}
        en  the file as it was received, or a photo
        en  The file was saved by {program}, a program that pictures and documents are changed with.
        en  Send it as you received it, or take a photo of the paper.
        de  eine Datei, die {program} gespeichert hat
        de  die Datei, wie Sie sie erhalten haben, oder ein Foto
        de  Die Datei wurde mit {program} gespeichert; damit werden Bilder und Dokumente bearbeitet.
        de  Senden Sie sie so, wie Sie sie erhalten haben, oder fotografieren Sie das Papier.
        fr  un fichier enregistré par {program}
        fr  le fichier tel que reçu, ou une photo
        fr  Le fichier a été enregistré par {program}, un programme qui sert à modifier images et documents.
        fr  Envoyez-le tel que vous l’avez reçu, ou photographiez le papier.
        es  un archivo guardado con {program}
        es  el archivo tal como se recibió, o una foto
        es  El archivo se guardó con {program}, un programa con el que se modifican imágenes y documentos.
        es  Envíelo tal como lo recibió, o fotografíe el papel.
        ja  {program}で保存されたファイル
        ja  受け取ったままのファイル、または写真
        ja  画像や文書を編集するソフト（{program}）で保存されたファイルです。
        ja  受け取ったままのファイルか、紙の書類の写真を送ってください。

        file.unedited/after-signing
        en  a PDF that was changed after it was signed
        en  the PDF as it was signed
        en  Something was added to the PDF after it was signed.
        en  Send it as you received it.
        de  ein PDF, das nach der Unterschrift geändert wurde
        de  das PDF, wie es unterschrieben wurde
        de  Dem PDF wurde etwas hinzugefügt, nachdem es unterschrieben worden war.
        de  Senden Sie es so, wie Sie es erhalten haben.
        fr  un PDF modifié après sa signature
        fr  le PDF tel qu’il a été signé
        fr  Quelque chose a été ajouté au PDF après sa signature.
        fr  Envoyez-le tel que vous l’avez reçu.
        es  un PDF modificado después de firmarse
        es  el PDF tal como se firmó
        es  Se añadió algo al PDF después de firmarse.
        es  Envíelo tal como lo recibió.
        ja  署名後に変更されたPDF
        ja  署名されたときのままのPDF
        ja  署名された後に、PDFに何かが追加されています。
        ja  受け取ったままのファイルを送ってください。

        file.unedited/broken-signature
        en  a PDF whose signature is broken
        en  the PDF as it was signed
        en  The signature in the PDF does not match it: the PDF was changed after it was signed.
        en  Send it as you received it.
        de  ein PDF, dessen Unterschrift verletzt ist
        de  das PDF, wie es unterschrieben wurde
        de  Die Unterschrift im PDF passt nicht zu ihm: Es wurde geändert, nachdem es unterschrieben worden war.
        de  Senden Sie es so, wie Sie es erhalten haben.
        fr  un PDF dont la signature est rompue
        fr  le PDF tel qu’il a été signé
        fr  La signature du PDF ne lui correspond pas : il a été modifié après sa signature.
        fr  Envoyez-le tel que vous l’avez reçu.
        es  un PDF cuya firma está rota
        es  el PDF tal como se firmó
        es  La firma del PDF no le corresponde: se modificó después de firmarse.
        es  Envíelo tal como lo recibió.
        ja  署名が壊れているPDF
        ja  署名されたときのままのPDF
        ja  PDF内の署名がPDFと一致しません。署名された後に変更されています。
        ja  受け取ったままのファイルを送ってください。

        rule file.not-extended
        en  extended
        de  ergänzt
        fr  complété
        es  ampliado
        ja  追記

        file.not-extended
        en  a PDF that something was added to
        en  the PDF as it was first saved
        en  Something was added to the PDF after it was first saved, such as a note, a filled-in field or a page.
        en  Send it as you received it.
        de  ein PDF, dem etwas hinzugefügt wurde
        de  das PDF, wie es zuerst gespeichert wurde
        de  Dem PDF wurde nach dem ersten Speichern etwas hinzugefügt, etwa eine Notiz, ein ausgefülltes Feld oder eine Seite.
        de  Senden Sie es so, wie Sie es erhalten haben.
        fr  un PDF auquel quelque chose a été ajouté
        fr  le PDF tel qu’il a d’abord été enregistré
        fr  Quelque chose a été ajouté au PDF après son premier enregistrement, par exemple une note, un champ rempli ou une page.
        fr  Envoyez-le tel que vous l’avez reçu.
        es  un PDF al que se añadió algo
        es  el PDF tal como se guardó por primera vez
        es  Se añadió algo al PDF después de guardarlo por primera vez, como una nota, un campo rellenado o una página.
        es  Envíelo tal como lo recibió.
        ja  何かが追加されたPDF
        ja  最初に保存されたままのPDF
        ja  最初に保存された後に、注釈、入力欄の記入、ページなど、何かがPDFに追加されています。
        ja  受け取ったままのファイルを送ってください。
        """#
}
