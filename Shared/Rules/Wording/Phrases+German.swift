extension Phrases {
    /// See `Phrases` for the form.
    static let german = #"""
        remove Entfernen
        withdraw Zurückziehen
        noPages noch keine Seiten
        onePage 1 Seite
        pages {n} Seiten
        ask.document Dieses Dokument entfernen?
        ask.documentText „{type}“ und alles darin ({pages}) wird gelöscht. Das lässt sich nicht rückgängig machen.
        ask.page Diese Seite entfernen?
        ask.pageText Seite {n} von „{type}“ wird gelöscht. Das lässt sich nicht rückgängig machen.
        ask.replace Diese Seite ersetzen?
        ask.replaceText Die Datei, die jetzt Seite {n} von „{type}“ ist, wird gelöscht; die neue kommt an ihre Stelle.
        ask.withdraw Alles zurückziehen?
        ask.withdrawText Alle Dokumente, die Sie hier hinzugefügt haben, werden gelöscht, und nichts wird gesendet. Das lässt sich nicht rückgängig machen.
        err.too-large Diese Datei ist größer als {size}. Wählen Sie eine kleinere oder machen Sie ein Foto.
        err.type Diese Art von Datei geht hier nicht. Möglich sind {types}.
        err.empty-file Diese Datei ist leer. Wählen Sie eine andere.
        err.gone Diese Datei ist nicht mehr lesbar: Sie wurde verschoben, geändert oder gelöscht. Wählen Sie sie erneut.
        err.network Keine Verbindung. Die Änderung ist noch nicht gespeichert; versuchen Sie es noch einmal.
        err.password-protected Diese Datei ist durch ein Passwort geschützt. Speichern Sie eine Kopie ohne Passwort und senden Sie diese.
        err.too-many-pixels Dieses Bild ist zu groß für die Verarbeitung. Senden Sie ein kleineres.
        err.too-many-frames Diese Datei hat zu viele Seiten.
        err.duplicate-file Diese Datei haben Sie schon hinzugefügt.
        err.too-many-pages Dieses Dokument hat schon so viele Seiten, wie es haben darf.
        err.too-many-documents Mehr Dokumente sind nicht möglich.
        err.storage-full Zurzeit ist kein Platz für Dateien. Versuchen Sie es später; nichts geht verloren.
        err.quota-used-up Zurzeit kann hier nichts mehr angenommen werden. Was Sie schon hinzugefügt haben, bleibt erhalten. Versuchen Sie es später, oder fragen Sie die Stelle, die Ihre Dokumente haben möchte.
        err.precondition-failed Das wurde inzwischen in einem anderen Fenster geändert. So ist es jetzt; bitte sehen Sie nach und versuchen Sie es noch einmal.
        err.not-a-draft Das wurde schon abgesendet, vielleicht in einem anderen Fenster. Jetzt lässt sich nichts mehr ändern.
        err.date-in-future Dieses Datum liegt in der Zukunft. Nehmen Sie das Datum, das auf dem Dokument steht.
        err.invalid-date Das ist kein Datum. Nehmen Sie das Datum, das auf dem Dokument steht.
        err.incomplete Es fehlt noch etwas.
        err.confirmation-invalid Das hat zu lange gedauert. Bitte bestätigen Sie noch einmal.
        err.other Das hat nicht geklappt. {detail}
        link.ended Dieser Link gilt nicht mehr
        link.endedText Seine Zeit ist vorbei, oder jemand hat ihn gesperrt. Bitten Sie den Absender um einen neuen.
        link.unknown Dieser Link ist nicht bekannt
        link.unknownText Prüfen Sie, ob er vollständig ist, oder bitten Sie den Absender um einen neuen.
        app.replace Ersetzen
        app.lost Was darin ist, wird gelöscht. Das lässt sich nicht rückgängig machen.
        app.documents {n} Dokumente entfernen?
        app.documentsText {types} ({pages}) werden gelöscht. Das lässt sich nicht rückgängig machen.
        app.discard Verwerfen
        app.discardTitle Diese Dokumente verwerfen?
        app.discardText Was auf diesem Gerät gesammelt wurde, geht verloren. Was schon gesendet wurde, bleibt gesendet.
        app.unknownType Dokumente dieser Art werden nicht verlangt. Wählen Sie eine von diesen: {types}.
        app.tooManyFiles Das wären mehr als {n} Dateien. Fügen Sie weniger hinzu.
        app.oneFile Wählen Sie eine einzige Datei: Dieses Dokument hat eine Seite oder ist ein PDF.
        app.notThere Das ist nicht mehr da.
        app.unreadable „{name}“ ist nicht lesbar. Wählen Sie die Datei erneut oder eine andere.
        app.gone „{name}“ ist nicht mehr da. Legen Sie die Datei zurück oder wählen Sie eine andere.
        app.changed „{name}“ wurde geändert, seit die Datei gewählt wurde. Wählen Sie sie erneut, damit niemand von beiden die Hälfte bekommt.
        app.elsewhere Diese Datei liegt auf einem anderen Gerät. Senden Sie sie von dort oder wählen Sie hier eine andere.
        app.unsent Einige Dateien wurden nicht gesendet. Ersetzen oder entfernen Sie sie, oder senden Sie sie noch einmal.
        app.notSent Die Dateien sind noch nicht gesendet. Senden Sie sie zuerst.
        app.noGateway Wohin das gesendet werden soll, ist nicht bekannt.
        app.unexpected Die Antwort ist nicht verständlich. Versuchen Sie es später, oder aktualisieren Sie die App.
        app.timedOut Das hat zu lange gedauert. Sehen Sie später wieder nach; nichts ist verloren.
        app.stopped Es wurde angehalten.
        app.otherDraft Was hier liegt, gehört zu etwas anderem. Bewahren Sie die Dokumente jedes Vorgangs getrennt auf.
        app.store.unreadable Was auf diesem Gerät aufbewahrt wurde, ist nicht lesbar.
        app.store.unwritable Das lässt sich auf diesem Gerät nicht aufbewahren: Es geht verloren, wenn die App endet.
        app.store.full Auf diesem Gerät ist kein Platz mehr. Was schon da war, bleibt; schaffen Sie Platz und versuchen Sie es noch einmal.
        app.store.tooLarge Es sind zu viele Seiten. Entfernen Sie zuerst einige.
        app.store.changedElsewhere Diese Dokumente wurden inzwischen in einem anderen Fenster oder Programm geändert. Nichts ging verloren: Laden Sie sie neu.
        app.store.newerFormat Das hat eine neuere Version dieser App geschrieben. Aktualisieren Sie die App, um damit weiterzumachen.
        app.picker.unavailable Dieses Gerät hat keine solche Quelle. Wählen Sie eine andere.
        app.picker.notAllowed Diese App darf das nicht benutzen. Erlauben Sie es in den Einstellungen des Geräts, oder wählen Sie stattdessen eine Datei.
        app.picker.unreadable Was gewählt wurde, ist nicht lesbar. Wählen Sie es erneut oder etwas anderes.
        app.picker.unusable Das ist weder ein Bild noch ein PDF. Wählen Sie eines.
        app.picker.tooMany Das sind zu viele Dateien. Wählen Sie weniger.
        app.screen.draft Noch nicht eingereicht.
        app.screen.submitted Eingereicht. Die Dokumente werden geprüft.
        app.screen.processing Die Dokumente haben ihre Prüfung bestanden und werden vorbereitet.
        app.screen.accepted Angenommen.
        app.screen.needsInput Etwas muss ersetzt werden.
        app.screen.inReview Jemand sieht sich die Dokumente an.
        app.screen.rejected Abgelehnt.
        app.screen.failed Das konnte nicht verarbeitet werden. Jemand muss es sich ansehen; vorerst muss nichts noch einmal gesendet werden.
        app.screen.withdrawn Zurückgezogen.
        app.screen.expired Abgelaufen: Niemand hat es rechtzeitig fortgesetzt.
        app.screen.missing Noch fehlend
        app.screen.noPage Es gibt noch keine Seite.
        app.screen.pdf Alle Seiten in einem PDF
        app.screen.addPage Seite hinzufügen
        app.screen.addDocument Dokument hinzufügen
        app.screen.submit Einreichen
        app.screen.withdraw Zurückziehen
        app.screen.accept Annehmen
        app.screen.requestInput Ersatz anfordern
        app.screen.reject Ablehnen
        app.screen.submissions Einreichungen
        app.screen.noSubmission Hier ist keine Einreichung.
        app.screen.more Mehr zeigen
        app.sheet.onTop Legen Sie dieses Blatt auf die Seiten dieses Dokuments.
        app.sheet.together Scannen Sie dann alles zusammen in eine PDF-Datei.
        """#
}
