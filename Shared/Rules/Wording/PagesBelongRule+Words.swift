extension ReasonTexts {
    /// The wordings of `PagesBelongRule.swift`; see `ReasonTexts` for the form.
    static let pagesBelong = #"""
        rule document.pages-belong
        en  pages
        de  Seiten
        fr  pages
        es  páginas
        ja  ページの整合

        document.pages-belong/two-cards
        en  pictures of two cards
        en  both sides of one card
        en  The pictures of “{type}” show two different cards.
        en  Send the front and the back of the same one.
        de  Bilder von zwei Karten
        de  beide Seiten einer Karte
        de  Die Bilder von „{type}“ zeigen zwei verschiedene Karten.
        de  Senden Sie Vorder- und Rückseite derselben Karte.
        fr  des images de deux cartes
        fr  les deux côtés d’une même carte
        fr  Les images de « {type} » montrent deux cartes différentes.
        fr  Envoyez le recto et le verso de la même carte.
        es  fotos de dos tarjetas
        es  las dos caras de una misma tarjeta
        es  Las fotos de «{type}» muestran dos tarjetas distintas.
        es  Envíe el anverso y el reverso de la misma.
        ja  2枚のカードの画像
        ja  同じカードの両面
        ja  「{type}」の画像には別々のカードが写っています。
        ja  同じカードの表と裏を送ってください。

        document.pages-belong/one-side-twice
        en  one side twice
        en  both sides
        en  Both pictures of “{type}” show the same side.
        en  Replace one of them by a picture of the other side.
        de  zweimal dieselbe Seite
        de  beide Seiten
        de  Beide Bilder von „{type}“ zeigen dieselbe Seite.
        de  Ersetzen Sie eines durch ein Bild der anderen Seite.
        fr  deux fois le même côté
        fr  les deux côtés
        fr  Les deux images de « {type} » montrent le même côté.
        fr  Remplacez l’une d’elles par une image de l’autre côté.
        es  dos veces la misma cara
        es  las dos caras
        es  Las dos fotos de «{type}» muestran la misma cara.
        es  Sustituya una por una foto de la otra cara.
        ja  同じ面が2回
        ja  両面
        ja  「{type}」の2枚の画像は同じ面です。
        ja  1枚をもう片方の面の画像に差し替えてください。

        document.pages-belong/other-sender
        en  page {page}, which somebody else has sent
        en  pages of one sender
        en  Page {page} of “{type}” is from another sender.
        en  Send pages of different letters as documents of their own.
        de  Seite {page} von einem anderen Absender
        de  Seiten eines Absenders
        de  Seite {page} von „{type}“ ist von einem anderen Absender.
        de  Senden Sie Seiten verschiedener Briefe als eigene Dokumente.
        fr  la page {page}, d’un autre expéditeur
        fr  les pages d’un seul expéditeur
        fr  La page {page} de « {type} » vient d’un autre expéditeur.
        fr  Envoyez les pages de lettres différentes comme des documents séparés.
        es  la página {page}, de otro remitente
        es  páginas de un solo remitente
        es  La página {page} de «{type}» es de otro remitente.
        es  Envíe las páginas de cartas distintas como documentos separados.
        ja  別の差出人の{page}ページ目
        ja  同じ差出人のページ
        ja  「{type}」の{page}ページ目は別の差出人のものです。
        ja  別々の手紙のページは、それぞれ別の書類として送ってください。

        document.pages-belong/other-number
        en  page {page} with another number
        en  pages with the same number
        en  Page {page} of “{type}” has another number of its account, contract or customer.
        en  Send pages of different documents as documents of their own.
        de  Seite {page} mit einer anderen Nummer
        de  Seiten mit derselben Nummer
        de  Seite {page} von „{type}“ hat eine andere Konto-, Vertrags- oder Kundennummer.
        de  Senden Sie Seiten verschiedener Dokumente einzeln.
        fr  la page {page}, avec un autre numéro
        fr  des pages avec le même numéro
        fr  La page {page} de « {type} » porte un autre numéro de compte, de contrat ou de client.
        fr  Envoyez séparément les pages de documents différents.
        es  la página {page}, con otro número
        es  páginas con el mismo número
        es  La página {page} de «{type}» tiene otro número de cuenta, de contrato o de cliente.
        es  Envíe por separado las páginas de documentos distintos.
        ja  別の番号の{page}ページ目
        ja  同じ番号のページ
        ja  「{type}」の{page}ページ目は口座、契約またはお客様の番号が異なります。
        ja  別の書類のページは、分けて送ってください。

        document.pages-belong/twice
        en  page {page}, which is page {other} again
        en  each page once
        en  Page {page} of “{type}” is the same as page {other}.
        en  Remove it, or replace it by the page that is missing.
        de  Seite {page}, die schon Seite {other} ist
        de  jede Seite einmal
        de  Seite {page} von „{type}“ ist dieselbe wie Seite {other}.
        de  Entfernen Sie sie, oder ersetzen Sie sie durch die fehlende Seite.
        fr  la page {page}, identique à la page {other}
        fr  chaque page une seule fois
        fr  La page {page} de « {type} » est la même que la page {other}.
        fr  Supprimez-la, ou remplacez-la par la page qui manque.
        es  la página {page}, igual que la página {other}
        es  cada página una sola vez
        es  La página {page} de «{type}» es la misma que la página {other}.
        es  Elimínela o sustitúyala por la página que falta.
        ja  {other}ページ目と同じ{page}ページ目
        ja  各ページ1回ずつ
        ja  「{type}」の{page}ページ目は{other}ページ目と同じです。
        ja  削除するか、足りないページに差し替えてください。

        document.pages-belong/missing
        en  {count, plural, one {# page} other {# pages}} missing
        en  all pages
        en  {count, plural, one {# page is} other {# pages are}} missing in “{type}”, by the numbers on the others.
        en  Add what is missing.
        de  {count, plural, one {# fehlende Seite} other {# fehlende Seiten}}
        de  alle Seiten
        de  In „{type}“ {count, plural, one {fehlt # Seite} other {fehlen # Seiten}}, wie die Nummern der anderen sagen.
        de  Ergänzen Sie, was fehlt.
        fr  {count, plural, one {# page manquante} many {# de pages manquantes} other {# pages manquantes}}
        fr  toutes les pages
        fr  Il manque {count, plural, one {# page} many {# de pages} other {# pages}} dans « {type} », d’après les numéros des autres.
        fr  Ajoutez ce qui manque.
        es  {count, plural, one {falta # página} many {faltan # de páginas} other {faltan # páginas}}
        es  todas las páginas
        es  En «{type}» {count, plural, one {falta # página} many {faltan # de páginas} other {faltan # páginas}}, según los números de las demás.
        es  Añada lo que falta.
        ja  {count}ページ不足
        ja  すべてのページ
        ja  ページ番号によると、「{type}」は{count}ページ足りません。
        ja  足りないページを追加してください。

        document.pages-belong/counts
        en  pages that say different numbers of pages
        en  pages of one document
        en  The pages of “{type}” say that there are different numbers of them.
        en  Check that all of them belong to the same document.
        de  Seiten mit verschiedenen Seitenzahlen
        de  Seiten eines Dokuments
        de  Die Seiten von „{type}“ nennen verschiedene Gesamtzahlen von Seiten.
        de  Prüfen Sie, ob alle zu demselben Dokument gehören.
        fr  des pages qui annoncent des nombres de pages différents
        fr  les pages d’un seul document
        fr  Les pages de « {type} » n’annoncent pas le même nombre de pages.
        fr  Vérifiez qu’elles appartiennent toutes au même document.
        es  páginas que indican totales distintos
        es  páginas de un solo documento
        es  Las páginas de «{type}» indican totales de páginas distintos.
        es  Compruebe que todas son del mismo documento.
        ja  総ページ数の異なるページ
        ja  1つの書類のページ
        ja  「{type}」のページに書かれた総ページ数が一致しません。
        ja  すべて同じ書類のページか確認してください。

        document.pages-belong/order
        en  page {page} out of order
        en  pages in their order
        en  Page {page} of “{type}” is not where its number says.
        en  Bring the pages into their order.
        de  Seite {page} am falschen Platz
        de  Seiten in ihrer Reihenfolge
        de  Seite {page} von „{type}“ steht nicht dort, wo ihre Nummer es sagt.
        de  Bringen Sie die Seiten in die richtige Reihenfolge.
        fr  la page {page} au mauvais endroit
        fr  les pages dans leur ordre
        fr  La page {page} de « {type} » n’est pas là où son numéro le dit.
        fr  Remettez les pages dans l’ordre.
        es  la página {page} fuera de su sitio
        es  las páginas en su orden
        es  La página {page} de «{type}» no está donde dice su número.
        es  Ponga las páginas en orden.
        ja  順序の違う{page}ページ目
        ja  正しい順序のページ
        ja  「{type}」の{page}ページ目は、ページ番号の順になっていません。
        ja  ページを正しい順に並べ替えてください。
        """#
}
