extension ReasonTexts {
    /// The wordings of `DocumentReadableRule.swift`, `DocumentKindRule.swift` and `ZoneValidRule.swift`; see
    /// `ReasonTexts` for the form.
    static let reading = #"""
        rule document.readable
        en  readable
        de  lesbar
        fr  lisible
        es  legible
        ja  判読性

        document.readable/no-text
        en  nothing to read
        en  a document on which something is written
        en  There is nothing to read on “{type}”.
        en  Check that it is the right picture, and send one of the document.
        de  nichts zu lesen
        de  ein Dokument, auf dem etwas steht
        de  Auf „{type}“ ist nichts zu lesen.
        de  Prüfen Sie, ob es das richtige Bild ist, und senden Sie eines vom Dokument.
        fr  rien à lire
        fr  un document sur lequel quelque chose est écrit
        fr  Il n’y a rien à lire sur « {type} ».
        fr  Vérifiez que c’est la bonne image, et envoyez-en une du document.
        es  nada que leer
        es  un documento en el que haya algo escrito
        es  No hay nada que leer en «{type}».
        es  Compruebe que es la imagen correcta y envíe una del documento.
        ja  読み取れる文字なし
        ja  文字のある書類
        ja  「{type}」には読み取れる文字がありません。
        ja  正しい画像か確認し、書類の画像を送ってください。

        document.readable/poorly
        en  hardly legible writing
        en  at least one page that can be read well
        en  Hardly anything on “{type}” can be read.
        en  Send a sharper picture in good light, or the original file.
        de  kaum lesbare Schrift
        de  mindestens eine gut lesbare Seite
        de  Auf „{type}“ ist kaum etwas zu entziffern.
        de  Senden Sie ein schärferes Bild bei gutem Licht oder die Originaldatei.
        fr  une écriture à peine lisible
        fr  au moins une page bien lisible
        fr  Presque rien n’est lisible sur « {type} ».
        fr  Envoyez une image plus nette, bien éclairée, ou le fichier original.
        es  escritura apenas legible
        es  al menos una página que se lea bien
        es  Apenas se puede leer nada en «{type}».
        es  Envíe una imagen más nítida y con buena luz, o el archivo original.
        ja  ほとんど読めない文字
        ja  はっきり読めるページが1ページ以上
        ja  「{type}」の文字はほとんど読み取れません。
        ja  明るい場所で鮮明に撮り直すか、元のファイルを送ってください。

        document.readable/unread-page
        en  {count, plural, one {# page} other {# pages}} that could not be read
        en  pages that can be read
        en  {count, plural, one {# page} other {# pages}} of “{type}” could not be read.
        en  A person has to look at it; nothing needs to be done unless you are asked.
        de  {count, plural, one {# Seite} other {# Seiten}}, die nicht gelesen werden {count, plural, one {konnte} other {konnten}}
        de  Seiten, die gelesen werden können
        de  {count, plural, one {# Seite} other {# Seiten}} von „{type}“ {count, plural, one {konnte} other {konnten}} nicht gelesen werden.
        de  Ein Mensch muss sich das ansehen; Sie müssen nichts tun, solange niemand fragt.
        fr  {count, plural, one {# page qui n’a} many {# de pages qui n’ont} other {# pages qui n’ont}} pas pu être {count, plural, one {lue} many {lues} other {lues}}
        fr  des pages qui peuvent être lues
        fr  Une partie de « {type} » n’a pas pu être lue.
        fr  Quelqu’un doit la regarder ; vous n’avez rien à faire tant que l’on ne vous le demande pas.
        es  {count, plural, one {# página que no se pudo} many {# de páginas que no se pudieron} other {# páginas que no se pudieron}} leer
        es  páginas que se puedan leer
        es  No se pudo leer una parte de «{type}».
        es  Alguien tiene que mirarla; no tiene que hacer nada mientras no se lo pidan.
        ja  読み取れなかったページ：{count}ページ
        ja  読み取れるページ
        ja  「{type}」の{count}ページを読み取れませんでした。
        ja  担当者が確認します。連絡があるまで、何もする必要はありません。

        rule document.kind
        en  another kind of document
        de  andere Art Dokument
        fr  autre sorte de document
        es  otro tipo de documento
        ja  書類の種類

        document.kind
        en  what looks like: {kind}
        en  “{type}”
        en  “{type}” looks like something else: {kind}.
        en  Check that you have chosen the right document, and send the other one if not.
        de  sieht aus wie: {kind}
        de  „{type}“
        de  „{type}“ sieht nach etwas anderem aus: {kind}.
        de  Prüfen Sie, ob Sie das richtige Dokument gewählt haben, und senden Sie sonst das andere.
        fr  ce qui ressemble à : {kind}
        fr  « {type} »
        fr  « {type} » ressemble à autre chose : {kind}.
        fr  Vérifiez que vous avez choisi le bon document, et envoyez l’autre sinon.
        es  parece otra cosa: {kind}
        es  «{type}»
        es  «{type}» parece otro documento: {kind}.
        es  Compruebe que ha elegido el documento correcto y, si no, envíe el otro.
        ja  {kind}と思われる書類
        ja  「{type}」
        ja  「{type}」は別の書類（{kind}）のようです。
        ja  正しい書類を選んだか確認し、違う場合は正しいものを送ってください。

        rule document.zone-valid
        en  check digits
        de  Prüfziffern
        fr  chiffres de contrôle
        es  dígitos de control
        ja  検査数字

        document.zone-valid/broken
        en  lines of letters whose check digits do not hold
        en  lines of letters whose check digits hold
        en  The lines of letters at the edge of “{type}” contradict themselves.
        en  Take a sharp picture in which both lines can be seen in full, without glare.
        de  Zeilen, deren Prüfziffern nicht stimmen
        de  Zeilen, deren Prüfziffern stimmen
        de  Die maschinenlesbaren Zeilen von „{type}“ widersprechen sich.
        de  Machen Sie ein scharfes Bild ohne Spiegelung, auf dem die Zeilen ganz zu sehen sind.
        fr  des lignes dont les chiffres de contrôle sont faux
        fr  des lignes dont les chiffres de contrôle sont justes
        fr  Les lignes de caractères de « {type} » se contredisent.
        fr  Prenez une image nette et sans reflet, où les lignes se voient en entier.
        es  líneas cuyos dígitos de control no cuadran
        es  líneas cuyos dígitos de control cuadran
        es  Las líneas de caracteres de «{type}» se contradicen.
        es  Haga una foto nítida y sin reflejos en la que se vean las líneas enteras.
        ja  検査数字の合わない文字列
        ja  検査数字の合う文字列
        ja  「{type}」の端にある文字列の検査数字が合いません。
        ja  反射を避け、文字列全体がはっきり写るように撮り直してください。

        document.zone-valid/mended
        en  lines of letters that could be read in part
        en  lines of letters that can be read in full
        en  The lines of letters at the edge of “{type}” could not be read for sure.
        en  Compare them with what you have entered; a sharper picture helps.
        de  Zeilen, die nur zum Teil lesbar waren
        de  Zeilen, die ganz lesbar sind
        de  Die maschinenlesbaren Zeilen von „{type}“ waren nicht sicher zu lesen.
        de  Vergleichen Sie sie mit Ihren Angaben; ein schärferes Bild hilft.
        fr  des lignes lisibles en partie
        fr  des lignes lisibles en entier
        fr  Les lignes de caractères de « {type} » n’ont pas pu être lues avec certitude.
        fr  Comparez-les avec ce que vous avez saisi ; une image plus nette aide.
        es  líneas que solo se leen en parte
        es  líneas que se leen enteras
        es  Las líneas de caracteres de «{type}» no se pudieron leer con seguridad.
        es  Compárelas con lo que ha escrito; una foto más nítida ayuda.
        ja  一部しか読み取れない文字列
        ja  すべて読み取れる文字列
        ja  「{type}」の端にある文字列を確実には読み取れませんでした。
        ja  入力した内容と見比べてください。鮮明な画像があると確実です。

        rule document.code-signed
        en  signatures of codes
        de  Signaturen von Codes
        fr  signatures des codes
        es  firmas de los códigos
        ja  コードの署名

        document.code-signed
        en  a code whose signature does not hold
        en  a code that is as its issuer signed it
        en  The code printed on “{type}” is not as its issuer signed it.
        en  Send the document as you got it from its issuer.
        de  ein Code, dessen Signatur nicht stimmt
        de  ein Code, wie ihn der Aussteller signiert hat
        de  Der aufgedruckte Code von „{type}“ ist nicht so, wie ihn der Aussteller signiert hat.
        de  Senden Sie das Dokument so, wie Sie es vom Aussteller bekommen haben.
        fr  un code dont la signature est fausse
        fr  un code tel que l’émetteur l’a signé
        fr  Le code imprimé sur « {type} » n’est pas tel que l’émetteur l’a signé.
        fr  Envoyez le document tel que l’émetteur vous l’a remis.
        es  un código cuya firma no es válida
        es  un código tal como lo firmó su emisor
        es  El código impreso en «{type}» no es tal como lo firmó su emisor.
        es  Envíe el documento tal como lo recibió de su emisor.
        ja  署名の合わないコード
        ja  発行者が署名したままのコード
        ja  「{type}」に印刷されたコードは、発行者が署名したものと異なります。
        ja  発行者から受け取ったままの書類を送ってください。

        document.zone-valid/missing
        en  no lines of letters at the foot of the page
        en  the page with your photo, both lines of letters included
        en  The two lines of letters of “{type}” are not to be seen.
        en  Send the page with your photo, down to its lower edge.
        de  keine maschinenlesbaren Zeilen
        de  die Seite mit Ihrem Foto, mit beiden Zeilen am unteren Rand
        de  Die beiden maschinenlesbaren Zeilen von „{type}“ sind nicht zu sehen.
        de  Senden Sie die Seite mit Ihrem Foto, bis zum unteren Rand.
        fr  aucune ligne de caractères au bas de la page
        fr  la page avec votre photo, les deux lignes de caractères comprises
        fr  Les deux lignes de caractères de « {type} » ne sont pas visibles.
        fr  Envoyez la page avec votre photo, jusqu’à son bord inférieur.
        es  sin líneas de caracteres al pie de la página
        es  la página con su foto, incluidas las dos líneas de caracteres
        es  No se ven las dos líneas de caracteres de «{type}».
        es  Envíe la página con su foto hasta el borde inferior.
        ja  ページ下部の文字列なし
        ja  下部の2行の文字列を含む顔写真のページ
        ja  「{type}」の2行の文字列が写っていません。
        ja  顔写真のページを下端まで入れて送ってください。
        """#
}
