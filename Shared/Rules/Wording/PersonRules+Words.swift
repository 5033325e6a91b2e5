extension ReasonTexts {
    /// The wordings of `PersonRules.swift`; see `ReasonTexts` for the form.
    static let persons = #"""
        rule document.names-person
        en  name
        de  Name
        fr  nom
        es  nombre
        ja  氏名

        document.names-person/birth-date
        en  another date of birth
        en  the date of birth of the person whom the documents are of
        en  The date of birth on “{type}” is another than the one that is known.
        en  Check that the document is that of the right person.
        de  ein anderes Geburtsdatum
        de  das Geburtsdatum der Person, um die es geht
        de  Auf „{type}“ steht ein anderes Geburtsdatum als das bekannte.
        de  Prüfen Sie, ob das Dokument der richtigen Person gehört.
        fr  une autre date de naissance
        fr  la date de naissance de la personne concernée
        fr  La date de naissance sur « {type} » n’est pas celle qui est connue.
        fr  Vérifiez que le document est celui de la bonne personne.
        es  otra fecha de nacimiento
        es  la fecha de nacimiento de la persona de que se trata
        es  La fecha de nacimiento de «{type}» no es la que se conoce.
        es  Compruebe que el documento es de la persona correcta.
        ja  別の生年月日
        ja  本人の生年月日
        ja  「{type}」の生年月日は、届け出のものと異なります。
        ja  本人の書類か確認してください。

        document.names-person/not-there
        en  no such name
        en  the name of the person whom the documents are of
        en  The name that is expected is not found on “{type}”.
        en  Send a document that names the person, with the whole page to be seen.
        de  kein solcher Name
        de  der Name der Person, um die es geht
        de  Der erwartete Name steht nicht auf „{type}“.
        de  Senden Sie ein Dokument mit dem Namen der Person, auf dem die ganze Seite zu sehen ist.
        fr  aucun nom de ce genre
        fr  le nom de la personne concernée
        fr  Le nom attendu ne se trouve pas sur « {type} ».
        fr  Envoyez un document au nom de la personne, avec la page entière.
        es  ningún nombre así
        es  el nombre de la persona de que se trata
        es  El nombre que se espera no aparece en «{type}».
        es  Envíe un documento a nombre de la persona en el que se vea la página entera.
        ja  該当する名前なし
        ja  本人の名前
        ja  「{type}」に本人の名前が見つかりません。
        ja  ページ全体が写った、本人名義の書類を送ってください。

        document.names-person/differs
        en  a similar name
        en  the name of the person whom the documents are of
        en  The name on “{type}” is not quite the one that is expected.
        en  Check that the document is that of the right person.
        de  ein ähnlicher Name
        de  genau der Name der Person, um die es geht
        de  Der Name auf „{type}“ ist nicht ganz der erwartete.
        de  Prüfen Sie, ob das Dokument der richtigen Person gehört.
        fr  un nom semblable
        fr  exactement le nom de la personne concernée
        fr  Le nom sur « {type} » n’est pas tout à fait celui qui est attendu.
        fr  Vérifiez que le document est celui de la bonne personne.
        es  un nombre parecido
        es  exactamente el nombre de la persona de que se trata
        es  El nombre de «{type}» no es del todo el que se espera.
        es  Compruebe que el documento es de la persona correcta.
        ja  似た名前
        ja  本人と同じ名前
        ja  「{type}」の名前は、本人の名前と少し異なります。
        ja  本人の書類か確認してください。

        rule document.shows-address
        en  address
        de  Anschrift
        fr  adresse
        es  dirección
        ja  住所

        document.shows-address/not-there
        en  no such address
        en  the address of the person whom the documents are of
        en  The address that is expected is not found on “{type}”.
        en  Send a document with the present address, with the whole page to be seen.
        de  keine solche Anschrift
        de  die Anschrift der Person, um die es geht
        de  Die erwartete Anschrift steht nicht auf „{type}“.
        de  Senden Sie ein Dokument mit der heutigen Anschrift, auf dem die ganze Seite zu sehen ist.
        fr  aucune adresse de ce genre
        fr  l’adresse de la personne concernée
        fr  L’adresse attendue ne se trouve pas sur « {type} ».
        fr  Envoyez un document avec l’adresse actuelle, avec la page entière.
        es  ninguna dirección así
        es  la dirección de la persona de que se trata
        es  La dirección que se espera no aparece en «{type}».
        es  Envíe un documento con la dirección actual en el que se vea la página entera.
        ja  該当する住所なし
        ja  本人の住所
        ja  「{type}」に本人の住所が見つかりません。
        ja  ページ全体が写った、現住所のある書類を送ってください。

        document.shows-address/differs
        en  a similar address
        en  the address of the person whom the documents are of
        en  The address on “{type}” is not quite the one that is expected.
        en  Send a document with the present address, or have the one that is known corrected.
        de  eine ähnliche Anschrift
        de  genau die Anschrift der Person, um die es geht
        de  Die Anschrift auf „{type}“ ist nicht ganz die erwartete.
        de  Senden Sie ein Dokument mit der heutigen Anschrift, oder lassen Sie die bekannte berichtigen.
        fr  une adresse semblable
        fr  exactement l’adresse de la personne concernée
        fr  L’adresse sur « {type} » n’est pas tout à fait celle qui est attendue.
        fr  Envoyez un document avec l’adresse actuelle, ou faites corriger celle qui est connue.
        es  una dirección parecida
        es  exactamente la dirección de la persona de que se trata
        es  La dirección de «{type}» no es del todo la que se espera.
        es  Envíe un documento con la dirección actual o haga corregir la que se conoce.
        ja  似た住所
        ja  本人と同じ住所
        ja  「{type}」の住所は、本人の住所と少し異なります。
        ja  現住所のある書類を送るか、登録されている住所を訂正してもらってください。
        """#
}
