extension ReasonTexts {
    /// See `ReasonTexts` for the form.
    static let german = #"""
        document.type-known
        Art „{found}“
        eine von: {accepted}
        Für „{journey}“ werden Dokumente dieser Art nicht angenommen.
        Wählen Sie eine andere Art, oder entfernen Sie das Dokument.

        submission.document-count/too-few
        {count, plural, one {# Dokument} other {# Dokumente}}
        {range, plural, one {# Dokument} other {# Dokumente}}
        Für „{journey}“ {limit, plural, one {wird # Dokument} other {werden # Dokumente}} gebraucht, vorhanden {count, plural, one {ist #} other {sind #}}.
        Fügen Sie {difference, plural, one {# weiteres Dokument} other {# weitere Dokumente}} hinzu.

        submission.document-count/too-many
        {count, plural, one {# Dokument} other {# Dokumente}}
        {range, plural, one {# Dokument} other {# Dokumente}}
        Für „{journey}“ {limit, plural, one {wird höchstens # Dokument} other {werden höchstens # Dokumente}} angenommen, vorhanden {count, plural, one {ist #} other {sind #}}.
        Entfernen Sie {difference, plural, one {# Dokument} other {# Dokumente}}.

        submission.document-count-of-type/too-few
        {count, plural, one {# Dokument} other {# Dokumente}} dieser Art
        {range, plural, one {# Dokument} other {# Dokumente}} dieser Art
        „{type}“ wird {limit}-mal gebraucht und ist {count, plural, =0 {nicht} other {#-mal}} vorhanden.
        Fügen Sie {difference, plural, one {# weiteres Dokument} other {# weitere Dokumente}} dieser Art hinzu.

        submission.document-count-of-type/too-many
        {count, plural, one {# Dokument} other {# Dokumente}} dieser Art
        {range, plural, one {# Dokument} other {# Dokumente}} dieser Art
        „{type}“ wird höchstens {limit}-mal angenommen und ist {count}-mal vorhanden.
        Entfernen Sie {difference, plural, one {# Dokument} other {# Dokumente}} dieser Art.

        submission.consent/missing
        keine Zustimmung
        Zustimmung zum Text der Fassung {version}
        Sie haben den Bedingungen noch nicht zugestimmt.
        Lesen Sie sie und stimmen Sie ihnen zu.

        submission.consent/outdated
        Zustimmung zum Text der Fassung {given}
        Zustimmung zum Text der Fassung {version}
        Die Bedingungen haben sich geändert, seit Sie ihnen zugestimmt haben.
        Lesen Sie die neuen und stimmen Sie ihnen zu.

        submission.period-covered/outdated
        nichts nach dem {last}
        belegt bis zum {earliest} oder länger
        „{type}“ endet am {last}; das ist zu lange her.
        Fügen Sie die neuesten hinzu, bis zum {earliest} oder später.

        submission.period-covered/gap
        nichts vom {gapStart} bis zum {gapEnd}
        {from} bis {to} ohne Lücke
        „{type}“ fehlt für die Tage vom {gapStart} bis zum {gapEnd}.
        Fügen Sie hinzu, was für diese Tage fehlt.

        submission.period-covered/too-short
        nichts vor dem {first}
        {from} bis {to} ohne Lücke
        „{type}“ muss {months, plural, one {# Monat} other {# Monate}} abdecken und beginnt erst am {first}.
        Fügen Sie frühere hinzu, zurück bis zum {from}.

        document.page-count/too-few
        {count, plural, one {# Seite} other {# Seiten}}
        {range, plural, one {# Seite} other {# Seiten}}
        „{type}“ braucht {limit, plural, one {# Seite} other {# Seiten}} und hat {count}.
        Fügen Sie {difference, plural, one {# weitere Seite} other {# weitere Seiten}} hinzu.

        document.page-count/too-many
        {count, plural, one {# Seite} other {# Seiten}}
        {range, plural, one {# Seite} other {# Seiten}}
        „{type}“ darf höchstens {limit, plural, one {# Seite} other {# Seiten}} haben und hat {count}.
        Senden Sie nur, worauf es ankommt: Lassen Sie {difference, plural, one {# Seite} other {# Seiten}} weg.

        document.replaced
        das Dokument, wie es abgelehnt wurde
        ein anderes
        „{type}“ wurde abgelehnt und seither nicht geändert.
        Ersetzen oder entfernen Sie es.

        document.issue-date-required
        kein Ausstellungsdatum
        der Tag, an dem es ausgestellt wurde
        Für „{type}“ wird das Datum gebraucht, das darauf steht.
        Ergänzen Sie das Datum.

        document.issue-date-readable
        Text, der kein Datum ist
        ein Tag in der Form 2026-10-31
        Das Datum von „{type}“ ist nicht lesbar.
        Geben Sie es als Jahr, Monat und Tag an: 2026-10-31.

        document.issue-date-not-in-future
        ausgestellt am {day}
        ausgestellt am {today} oder früher
        Das Datum von „{type}“ liegt in der Zukunft.
        Geben Sie das Datum an, das darauf steht.

        document.issue-date-recent
        ausgestellt am {day}, vor {age, plural, one {# Tag} other {# Tagen}}
        ausgestellt am {earliest} oder später
        „{type}“ darf nicht älter als {limit, plural, one {# Tag} other {# Tage}} sein.
        Senden Sie ein Dokument, das am {earliest} oder später ausgestellt wurde.

        document.issue-date-settled
        ausgestellt am {day}
        ausgestellt am {latest} oder früher
        „{type}“ muss mindestens {limit, plural, one {# Tag} other {# Tage}} alt sein.
        Senden Sie ein Dokument, das am {latest} oder früher ausgestellt wurde.

        document.period-required
        weder Zeitraum noch Ausstellungsdatum
        die Tage, die es abdeckt
        Es ist nicht bekannt, welche Tage „{type}“ abdeckt.
        Geben Sie den ersten und den letzten Tag an, den es abdeckt.

        document.period-sound/reversed
        vom {start} bis zum {end}
        ein letzter Tag, der nicht vor dem ersten liegt
        Der Zeitraum von „{type}“ endet, bevor er beginnt.
        Geben Sie den ersten und den letzten Tag an, den es abdeckt.

        document.period-sound/future
        ein Zeitraum, der am {end} endet
        ein Zeitraum, der am {today} oder früher endet
        Der Zeitraum von „{type}“ endet in der Zukunft.
        Geben Sie den letzten Tag an, den es abdeckt.

        file.not-empty
        0 Byte
        eine Datei mit Inhalt
        Die Datei ist leer; unterwegs ist etwas schiefgegangen.
        Senden Sie sie noch einmal.

        file.size/too-large
        {size}
        höchstens {limit}
        Die Datei ist größer als {limit}.
        Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.

        file.size/too-small
        {size}
        mindestens {limit}
        Die Datei ist so klein, dass darauf nichts zu lesen sein kann.
        Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.

        file.pixels/too-small
        {width} × {height} Pixel
        mindestens {limit} Pixel auf der kürzeren Seite
        Das Bild ist zu klein, um lesbar zu sein.
        Fotografieren Sie die ganze Seite neu, oder senden Sie das Original statt einer Kopie aus einem Chat.

        file.pixels/too-large
        {width} × {height} Pixel
        höchstens {limit} Pixel auf der längeren Seite
        Das Bild ist größer als {limit} Pixel.
        Senden Sie es mit geringerer Auflösung.

        file.no-malware
        Schadsoftware: {name}
        eine Datei ohne Schadsoftware
        Die Datei enthält Schadsoftware. Sie wurde weggesperrt.
        Prüfen Sie das Gerät, von dem sie stammt, und senden Sie das Dokument neu von einem anderen.

        file.media-type/other
        eine {found}-Datei
        {accepted}
        Eine {found}-Datei kann für „{type}“ nicht verwendet werden.
        Senden Sie sie als {accepted}.

        file.media-type/unknown
        eine Datei unbekannter Art
        {accepted}
        Diese Art von Datei kann für „{type}“ nicht verwendet werden.
        Senden Sie sie als {accepted}.

        file.type-agrees/name
        {found}-Inhalt unter dem Namen einer {claimed}-Datei
        Inhalt, Name und angegebene Art, die übereinstimmen
        Das ist eine {found}-Datei, ihr Name sagt aber {claimed}.
        Senden Sie die Originaldatei unter ihrem eigenen Namen.

        file.type-agrees/declared
        {found}-Inhalt, als {claimed} gesendet
        Inhalt, Name und angegebene Art, die übereinstimmen
        Das ist eine {found}-Datei, sie wurde aber als {claimed} gesendet.
        Senden Sie die Originaldatei, wie sie ist.

        file.type-unambiguous/second-format
        Inhalt, der wie {first} und wie {second} aussieht
        Inhalt einer einzigen Art
        Die Datei sieht zugleich wie {first} und wie {second} aus.
        Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.

        file.type-unambiguous/second-file
        eine {first}-Datei, hinter der eine {second}-Datei liegt
        eine einzige Datei
        Hinter der Datei ist eine zweite versteckt.
        Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.

        file.type-confirmed
        Inhalt, der einmal als {first} und einmal als {second} erkannt wird
        Inhalt, an dem kein Zweifel besteht
        Es lässt sich nicht sicher sagen, ob die Datei {first} oder {second} ist.
        Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.

        file.no-trailing-data
        {size} hinter dem Ende der Datei
        nichts hinter dem Ende der Datei
        An die Datei wurde etwas angehängt, das nicht zu ihr gehört; es wird nicht übernommen.
        Senden Sie die Originaldatei, wie die Kamera oder die Bank sie erzeugt hat.

        file.within-budget/bytes
        {found}
        höchstens {limit}
        Die Datei ist zu groß, um daraus Seiten zu machen.
        Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.

        file.within-budget/pages
        {found, plural, one {# Seite} other {# Seiten}}
        höchstens {limit, plural, one {# Seite} other {# Seiten}}
        Die Datei hat mehr Seiten, als verarbeitet werden können.
        Senden Sie nur die Seiten, die gefragt sind.

        file.within-budget/pixels
        {found} Pixel
        höchstens {limit} Pixel
        Das Bild ist zu groß, um daraus eine Seite zu machen.
        Senden Sie es mit geringerer Auflösung.

        file.within-budget/memory
        {found} Speicher
        höchstens {limit} Speicher
        Um aus der Datei Seiten zu machen, braucht es zu viel Speicher.
        Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.

        file.within-budget/work
        eine Datei, die zu lange braucht
        eine Datei, die sich in der Zeit verarbeiten lässt
        Es dauert zu lange, aus der Datei Seiten zu machen.
        Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.

        file.readable/damaged
        eine Datei, die sich nicht öffnen lässt
        eine unbeschädigte Datei
        Die Datei ist beschädigt und lässt sich nicht öffnen.
        Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.

        file.readable/cut-off
        eine Datei, die zu früh endet und sich nicht öffnen lässt
        eine vollständige Datei
        Von der Datei fehlt so viel, dass sie sich nicht öffnen lässt.
        Senden Sie sie noch einmal; wurde sie heruntergeladen, laden Sie sie vorher neu herunter.

        file.complete
        eine Datei, die zu früh endet
        eine vollständige Datei
        Das Ende der Datei fehlt.
        Senden Sie sie noch einmal; wurde sie heruntergeladen, laden Sie sie vorher neu herunter.

        file.complete/incomplete-page
        {count, plural, one {eine Seite, von der} other {# Seiten, von denen}} bis zu {missing} % fehlen
        eine vollständige Datei
        Ein Teil der Datei fehlt; aus dem Rest {count, plural, one {wurde eine Seite} other {wurden Seiten}} gemacht.
        Senden Sie sie noch einmal, wenn etwas Wichtiges fehlt; laden Sie eine heruntergeladene Datei vorher neu herunter.

        file.complete/lost-pages
        {count, plural, one {# Seite, die sich nicht öffnen lässt} other {# Seiten, die sich nicht öffnen lassen}}
        eine vollständige Datei
        {count, plural, one {Eine Seite der Datei ließ} other {# Seiten der Datei ließen}} sich nicht öffnen; die anderen wurden übernommen.
        Senden Sie sie noch einmal, wenn etwas Wichtiges fehlt; laden Sie eine heruntergeladene Datei vorher neu herunter.

        file.complete/rebuilt
        eine Datei, deren inneres Verzeichnis falsch ist
        eine unbeschädigte Datei
        Das innere Verzeichnis der Datei ist falsch; es kann etwas fehlen.
        Speichern oder laden Sie sie neu und senden Sie sie noch einmal.

        file.no-password
        ein PDF, das sich nur mit einem Passwort öffnen lässt
        eine Datei, die sich ohne Passwort öffnen lässt
        Das PDF ist durch ein Passwort geschützt.
        Speichern Sie eine Kopie ohne Passwort, etwa indem Sie es als PDF drucken.

        file.unrestricted
        ein PDF, das Drucken oder Kopieren einschränkt
        ein PDF ohne Einschränkungen
        Das PDF schränkt ein, was man damit tun darf.
        Speichern Sie eine Kopie ohne Einschränkungen, etwa indem Sie es als PDF drucken.

        file.no-active-content/script
        ein PDF, das ein Skript enthält
        ein PDF, das nur Seiten zeigt
        Das PDF enthält ein Programm.
        Speichern Sie eine Kopie, indem Sie es als PDF drucken.

        file.no-active-content/automatic-action
        ein PDF, das beim Öffnen etwas tut
        ein PDF, das nur Seiten zeigt
        Das PDF tut beim Öffnen von selbst etwas.
        Speichern Sie eine Kopie, indem Sie es als PDF drucken.

        file.no-active-content/launch
        ein PDF, das ein Programm startet
        ein PDF, das nur Seiten zeigt
        Das PDF würde ein Programm starten.
        Speichern Sie eine Kopie, indem Sie es als PDF drucken.

        file.no-active-content/embedded-file
        ein PDF, das andere Dateien enthält
        ein PDF, das nur Seiten zeigt
        In dem PDF stecken andere Dateien.
        Speichern Sie eine Kopie, indem Sie es als PDF drucken, und senden Sie die anderen Dateien einzeln, falls nach ihnen gefragt ist.

        file.no-active-content/unexamined
        ein PDF, das sich nicht durchsehen lässt
        ein PDF, das nur Seiten zeigt
        Das PDF ist so gebaut, dass sich nicht sagen lässt, ob es mehr tut, als Seiten zu zeigen.
        Speichern Sie eine Kopie, indem Sie es als PDF drucken.

        file.not-blank
        {count, plural, one {eine leere Seite} other {# leere Seiten}}
        eine Seite, auf der etwas zu sehen ist
        Auf {count, plural, one {der Seite} other {den Seiten}} ist nichts zu sehen.
        Fotografieren Sie mit mehr Licht, oder scannen Sie die bedruckte Seite.

        file.not-blurred
        {count, plural, one {eine unscharfe Seite} other {# unscharfe Seiten}}
        scharfe Schrift
        {count, plural, one {Die Seite ist} other {Seiten sind}} unscharf und schwer zu lesen.
        Halten Sie die Kamera ruhig, lassen Sie sie auf die Schrift scharf stellen, und fotografieren Sie noch einmal.

        file.no-glare
        {count, plural, one {eine Seite mit einer Spiegelung} other {# Seiten mit Spiegelungen}}
        eine Seite ohne Spiegelungen
        Auf {count, plural, one {der Seite} other {den Seiten}} spiegelt sich Licht und überstrahlt, was dort steht.
        Fotografieren Sie noch einmal ohne Blitz, und neigen Sie das Dokument etwas von der Lampe weg.

        file.not-dark
        {count, plural, one {eine dunkle Seite} other {# dunkle Seiten}}
        eine helle Seite
        {count, plural, one {Die Seite ist} other {Seiten sind}} zu dunkel, um gut lesbar zu sein.
        Fotografieren Sie mit mehr Licht.

        file.not-screenshot
        ein Bild, das wie ein Bildschirmfoto aussieht
        ein Foto, ein Scan oder die Originaldatei
        Das sieht wie ein Bildschirmfoto aus, das nur einen Teil eines Dokuments zeigt.
        Senden Sie das Dokument selbst: die PDF-Datei oder ein Foto des Papiers.

        file.not-duplicate
        eine Datei, die schon da ist
        jede Datei nur einmal
        Diese Datei von „{type}“ wurde zweimal gesendet.
        Ersetzen Sie sie durch die richtige, oder entfernen Sie sie.

        file.not-known
        eine Datei, die schon {count, plural, one {in einer anderen Einreichung} other {in # anderen Einreichungen}} vorkam
        eine Datei, die noch nicht eingereicht wurde
        Genau diese Datei wurde schon einmal eingereicht.
        Senden Sie das Dokument, nach dem jetzt gefragt ist.
        """#
}
