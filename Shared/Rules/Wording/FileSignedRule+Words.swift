extension ReasonTexts {
    /// The wordings of `FileSignedRule.swift`; see `ReasonTexts` for the form.
    static let signatures = #"""
        rule file.signed
        en  not signed
        de  nicht unterschrieben
        fr  non signé
        es  sin firmar
        ja  署名なし

        file.signed/unsigned
        en  a PDF without a signature
        en  a signed PDF
        en  The PDF is not signed electronically.
        en  Send the signed PDF as you received it, not a scan or a printout of it.
        de  ein PDF ohne elektronische Unterschrift
        de  ein unterschriebenes PDF
        de  Das PDF ist nicht elektronisch unterschrieben.
        de  Senden Sie das unterschriebene PDF, wie Sie es erhalten haben, keinen Scan und keinen Ausdruck davon.
        fr  un PDF sans signature électronique
        fr  un PDF signé
        fr  Le PDF n’est pas signé électroniquement.
        fr  Envoyez le PDF signé tel que vous l’avez reçu, ni numérisé ni imprimé.
        es  un PDF sin firma electrónica
        es  un PDF firmado
        es  El PDF no está firmado electrónicamente.
        es  Envíe el PDF firmado tal como lo recibió, sin escanearlo ni imprimirlo.
        ja  電子署名のないPDF
        ja  電子署名されたPDF
        ja  このPDFには電子署名がありません。
        ja  スキャンや印刷をせず、受け取ったままの署名付きPDFを送ってください。

        file.signed/changed
        en  a PDF that was changed after it was signed
        en  the PDF as it was signed
        en  The PDF was changed after it was signed, or something was added to it.
        en  Send it as it was signed, without saving it anew in another program.
        de  ein PDF, das nach der Unterschrift geändert wurde
        de  das PDF, wie es unterschrieben wurde
        de  Das PDF wurde nach der Unterschrift geändert, oder es wurde etwas hinzugefügt.
        de  Senden Sie es so, wie es unterschrieben wurde, ohne es in einem anderen Programm neu zu speichern.
        fr  un PDF modifié après sa signature
        fr  le PDF tel qu’il a été signé
        fr  Le PDF a été modifié après sa signature, ou quelque chose y a été ajouté.
        fr  Envoyez-le tel qu’il a été signé, sans l’enregistrer de nouveau dans un autre programme.
        es  un PDF modificado después de firmarse
        es  el PDF tal como se firmó
        es  El PDF se modificó después de firmarse, o se le añadió algo.
        es  Envíelo tal como se firmó, sin volver a guardarlo en otro programa.
        ja  署名後に変更されたPDF
        ja  署名されたときのままのPDF
        ja  署名された後に、PDFが変更されたか、何かが追加されています。
        ja  ほかのソフトで保存し直さず、署名されたときのままのファイルを送ってください。

        file.signed/unknown-signer
        en  a signer whom no known authority answers for
        en  a PDF signed with the certificate of a known authority
        en  The PDF is signed, but no authority that is known here answers for the signer.
        en  Ask whoever signed it for one that is signed with the certificate of a recognised authority.
        de  eine Unterschrift, für die keine bekannte Stelle einsteht
        de  ein PDF, das mit dem Zertifikat einer bekannten Stelle unterschrieben ist
        de  Das PDF ist unterschrieben, aber keine hier bekannte Stelle steht für den Unterzeichner ein.
        de  Bitten Sie den Unterzeichner um eines, das mit dem Zertifikat einer anerkannten Stelle unterschrieben ist.
        fr  un signataire dont aucune autorité connue ne répond
        fr  un PDF signé avec le certificat d’une autorité connue
        fr  Le PDF est signé, mais aucune autorité connue ici ne répond du signataire.
        fr  Demandez au signataire un PDF signé avec le certificat d’une autorité reconnue.
        es  un firmante del que no responde ninguna autoridad conocida
        es  un PDF firmado con el certificado de una autoridad conocida
        es  El PDF está firmado, pero ninguna autoridad conocida aquí responde del firmante.
        es  Pida al firmante uno firmado con el certificado de una autoridad reconocida.
        ja  認証局を確認できない署名者
        ja  既知の認証局の証明書で署名されたPDF
        ja  PDFは署名されていますが、署名者を保証する既知の認証局がありません。
        ja  認められた認証局の証明書で署名されたPDFを、署名者に依頼してください。

        file.signed/expired
        en  a signature with a certificate that is not valid
        en  a signature with a valid certificate
        en  The certificate that the PDF was signed with has ended or is not valid yet, and nothing proves that it was valid at the time.
        en  Ask whoever signed it for a newly signed PDF.
        de  eine Unterschrift mit einem Zertifikat, das nicht gilt
        de  eine Unterschrift mit einem gültigen Zertifikat
        de  Das Zertifikat, mit dem das PDF unterschrieben wurde, ist abgelaufen oder gilt noch nicht, und nichts belegt, dass es damals galt.
        de  Bitten Sie den Unterzeichner um ein neu unterschriebenes PDF.
        fr  une signature dont le certificat n’est pas valable
        fr  une signature dont le certificat est valable
        fr  Le certificat qui a servi à signer le PDF a expiré ou n’est pas encore valable, et rien ne prouve qu’il l’était à ce moment-là.
        fr  Demandez au signataire un PDF signé de nouveau.
        es  una firma con un certificado que no es válido
        es  una firma con un certificado válido
        es  El certificado con el que se firmó el PDF ha caducado o aún no es válido, y nada demuestra que lo fuera en ese momento.
        es  Pida al firmante un PDF firmado de nuevo.
        ja  有効でない証明書による署名
        ja  有効な証明書による署名
        ja  PDFの署名に使われた証明書は期限が切れているか、まだ有効ではなく、署名時に有効だったことを示すものがありません。
        ja  署名し直したPDFを署名者に依頼してください。

        file.signed/unproven
        en  a signature that proves nothing
        en  a signature that can be checked
        en  The signature in the PDF cannot be checked, or was made by a method that is no longer safe.
        en  Ask whoever signed it for a PDF that is signed by a method of today.
        de  eine Unterschrift, die nichts beweist
        de  eine Unterschrift, die sich prüfen lässt
        de  Die Unterschrift im PDF lässt sich nicht prüfen, oder sie wurde mit einem Verfahren erstellt, das nicht mehr sicher ist.
        de  Bitten Sie den Unterzeichner um ein PDF, das mit einem heutigen Verfahren unterschrieben ist.
        fr  une signature qui ne prouve rien
        fr  une signature vérifiable
        fr  La signature du PDF ne peut être vérifiée, ou a été faite par une méthode qui n’est plus sûre.
        fr  Demandez au signataire un PDF signé par une méthode actuelle.
        es  una firma que no demuestra nada
        es  una firma que se pueda comprobar
        es  La firma del PDF no se puede comprobar, o se hizo con un método que ya no es seguro.
        es  Pida al firmante un PDF firmado con un método actual.
        ja  何も証明しない署名
        ja  確認できる署名
        ja  PDFの署名は確認できないか、安全ではなくなった方式で作られています。
        ja  現在の方式で署名されたPDFを署名者に依頼してください。
        """#
}
