extension ReasonTexts {
    /// The wordings of `FileRules.swift`; see `ReasonTexts` for the form.
    static let files = #"""
        rule file.not-empty
        en  empty file
        de  leere Datei
        fr  fichier vide
        es  archivo vacío
        ja  空のファイル

        file.not-empty
        en  0 bytes
        en  a file with content
        en  The file is empty; something went wrong on its way.
        en  Send it again.
        de  0 Byte
        de  eine Datei mit Inhalt
        de  Die Datei ist leer; unterwegs ist etwas schiefgegangen.
        de  Senden Sie sie noch einmal.
        fr  0 octet
        fr  un fichier qui contient quelque chose
        fr  Le fichier est vide ; quelque chose s’est mal passé en chemin.
        fr  Envoyez-le de nouveau.
        es  0 bytes
        es  un archivo con contenido
        es  El archivo está vacío; algo falló por el camino.
        es  Envíelo de nuevo.
        ja  0バイト
        ja  中身のあるファイル
        ja  ファイルが空です。送信中に問題が起きたようです。
        ja  もう一度送ってください。

        rule file.size
        en  size
        de  Größe
        fr  taille
        es  tamaño
        ja  サイズ

        file.size/too-large
        en  {size}
        en  at most {limit}
        en  The file is larger than {limit}.
        en  Send a smaller one, such as a photo of lower resolution.
        de  {size}
        de  höchstens {limit}
        de  Die Datei ist größer als {limit}.
        de  Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.
        fr  {size}
        fr  {limit} au plus
        fr  Le fichier dépasse {limit}.
        fr  Envoyez-en un plus petit, par exemple une photo de moindre résolution.
        es  {size}
        es  {limit} como máximo
        es  El archivo ocupa más de {limit}.
        es  Envíe uno más pequeño, por ejemplo una foto de menor resolución.
        ja  {size}
        ja  {limit}以下
        ja  ファイルが{limit}を超えています。
        ja  解像度を下げた写真など、小さいファイルを送ってください。

        file.size/too-small
        en  {size}
        en  at least {limit}
        en  The file is so small that nothing could be read on it.
        en  Take the photo, or download the document, again.
        de  {size}
        de  mindestens {limit}
        de  Die Datei ist so klein, dass darauf nichts zu lesen sein kann.
        de  Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.
        fr  {size}
        fr  {limit} au moins
        fr  Le fichier est si petit qu’on ne pourrait rien y lire.
        fr  Reprenez la photo, ou téléchargez de nouveau le document.
        es  {size}
        es  {limit} como mínimo
        es  El archivo es tan pequeño que no se podría leer nada en él.
        es  Haga la foto otra vez o vuelva a descargar el documento.
        ja  {size}
        ja  {limit}以上
        ja  ファイルが小さすぎて、内容を読み取れません。
        ja  写真を撮り直すか、書類をもう一度ダウンロードしてください。

        rule file.pixels
        en  size of the picture
        de  Bildgröße
        fr  dimensions de l’image
        es  dimensiones de la imagen
        ja  画像の大きさ

        file.pixels/too-small
        en  {width} × {height} pixels
        en  at least {limit, plural, one {# pixel} other {# pixels}} on the shorter side
        en  The picture is too small to be read.
        en  Take a new photo of the whole page, or send the original instead of a copy from a chat.
        de  {width} × {height} Pixel
        de  mindestens {limit} Pixel auf der kürzeren Seite
        de  Das Bild ist zu klein, um lesbar zu sein.
        de  Fotografieren Sie die ganze Seite neu, oder senden Sie das Original statt einer Kopie aus einem Chat.
        fr  {width} × {height} pixels
        fr  au moins {limit, plural, one {# pixel} many {# de pixels} other {# pixels}} sur le petit côté
        fr  L’image est trop petite pour être lisible.
        fr  Photographiez de nouveau la page entière, ou envoyez l’original plutôt qu’une copie issue d’une messagerie.
        es  {width} × {height} píxeles
        es  al menos {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} en el lado corto
        es  La imagen es demasiado pequeña para poder leerla.
        es  Haga otra foto de la página entera o envíe el original en vez de una copia de un chat.
        ja  {width} × {height}ピクセル
        ja  短辺が{limit}ピクセル以上
        ja  画像が小さすぎて読み取れません。
        ja  ページ全体を撮り直すか、チャットで受け取った複製ではなく元のファイルを送ってください。

        file.pixels/too-large
        en  {width} × {height} pixels
        en  at most {limit, plural, one {# pixel} other {# pixels}} on the longer side
        en  The picture is larger than {limit, plural, one {# pixel} other {# pixels}}.
        en  Send it in a lower resolution.
        de  {width} × {height} Pixel
        de  höchstens {limit} Pixel auf der längeren Seite
        de  Das Bild ist größer als {limit} Pixel.
        de  Senden Sie es mit geringerer Auflösung.
        fr  {width} × {height} pixels
        fr  au plus {limit, plural, one {# pixel} many {# de pixels} other {# pixels}} sur le grand côté
        fr  L’image dépasse {limit, plural, one {# pixel} many {# de pixels} other {# pixels}}.
        fr  Envoyez-la dans une résolution moindre.
        es  {width} × {height} píxeles
        es  {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} como máximo en el lado largo
        es  La imagen supera {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}}.
        es  Envíela con menor resolución.
        ja  {width} × {height}ピクセル
        ja  長辺が{limit}ピクセル以下
        ja  画像が{limit}ピクセルを超えています。
        ja  解像度を下げて送ってください。

        rule file.no-malware
        en  malware
        de  Schadsoftware
        fr  logiciel malveillant
        es  software malicioso
        ja  マルウェア

        file.no-malware
        en  malware: {name}
        en  a file without malware
        en  There is malware in the file. It has been locked away.
        en  Check the device that it came from, and send the document again from another one.
        de  Schadsoftware: {name}
        de  eine Datei ohne Schadsoftware
        de  Die Datei enthält Schadsoftware. Sie wurde weggesperrt.
        de  Prüfen Sie das Gerät, von dem sie stammt, und senden Sie das Dokument neu von einem anderen.
        fr  un logiciel malveillant : {name}
        fr  un fichier sans logiciel malveillant
        fr  Le fichier contient un logiciel malveillant. Il a été mis en quarantaine.
        fr  Vérifiez l’appareil d’où il vient, et renvoyez le document depuis un autre.
        es  software malicioso: {name}
        es  un archivo sin software malicioso
        es  El archivo contiene software malicioso. Se ha puesto en cuarentena.
        es  Revise el dispositivo del que procede y vuelva a enviar el documento desde otro.
        ja  マルウェア: {name}
        ja  マルウェアを含まないファイル
        ja  ファイルにマルウェアが含まれています。ファイルは隔離されました。
        ja  送信元の端末を確認し、別の端末から書類を送り直してください。

        rule file.within-budget
        en  too much work
        de  zu aufwendig
        fr  trop lourd
        es  demasiado pesado
        ja  処理量超過

        file.within-budget/bytes
        en  {found}
        en  at most {limit}
        en  The file is too large to be turned into pages.
        en  Send a smaller one, such as a photo of lower resolution.
        de  {found}
        de  höchstens {limit}
        de  Die Datei ist zu groß, um daraus Seiten zu machen.
        de  Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.
        fr  {found}
        fr  {limit} au plus
        fr  Le fichier est trop gros pour être transformé en pages.
        fr  Envoyez-en un plus petit, par exemple une photo de moindre résolution.
        es  {found}
        es  {limit} como máximo
        es  El archivo es demasiado grande para convertirlo en páginas.
        es  Envíe uno más pequeño, por ejemplo una foto de menor resolución.
        ja  {found}
        ja  {limit}以下
        ja  ファイルが大きすぎて、ページに変換できません。
        ja  解像度を下げた写真など、小さいファイルを送ってください。

        file.within-budget/pages
        en  {found, plural, one {# page} other {# pages}}
        en  at most {limit, plural, one {# page} other {# pages}}
        en  The file has more pages than can be processed.
        en  Send only the pages that are asked for.
        de  {found, plural, one {# Seite} other {# Seiten}}
        de  höchstens {limit, plural, one {# Seite} other {# Seiten}}
        de  Die Datei hat mehr Seiten, als verarbeitet werden können.
        de  Senden Sie nur die Seiten, die gefragt sind.
        fr  {found, plural, one {# page} many {# de pages} other {# pages}}
        fr  au plus {limit, plural, one {# page} many {# de pages} other {# pages}}
        fr  Le fichier a plus de pages qu’il n’est possible d’en traiter.
        fr  N’envoyez que les pages demandées.
        es  {found, plural, one {# página} many {# de páginas} other {# páginas}}
        es  {limit, plural, one {# página} many {# de páginas} other {# páginas}} como máximo
        es  El archivo tiene más páginas de las que se pueden procesar.
        es  Envíe solo las páginas que se piden.
        ja  {found}ページ
        ja  {limit}ページ以下
        ja  処理できるページ数を超えています。
        ja  求められているページだけを送ってください。

        file.within-budget/pixels
        en  {found, plural, one {# pixel} other {# pixels}}
        en  at most {limit, plural, one {# pixel} other {# pixels}}
        en  The picture is too large to be turned into a page.
        en  Send it in a lower resolution.
        de  {found} Pixel
        de  höchstens {limit} Pixel
        de  Das Bild ist zu groß, um daraus eine Seite zu machen.
        de  Senden Sie es mit geringerer Auflösung.
        fr  {found, plural, one {# pixel} many {# de pixels} other {# pixels}}
        fr  au plus {limit, plural, one {# pixel} many {# de pixels} other {# pixels}}
        fr  L’image est trop grande pour être transformée en page.
        fr  Envoyez-la dans une résolution moindre.
        es  {found, plural, one {# píxel} many {# de píxeles} other {# píxeles}}
        es  {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} como máximo
        es  La imagen es demasiado grande para convertirla en una página.
        es  Envíela con menor resolución.
        ja  {found}ピクセル
        ja  {limit}ピクセル以下
        ja  画像が大きすぎて、ページに変換できません。
        ja  解像度を下げて送ってください。

        file.within-budget/memory
        en  {found} of memory
        en  at most {limit} of memory
        en  Turning the file into pages takes too much memory.
        en  Send a smaller one, such as a photo of lower resolution.
        de  {found} Speicher
        de  höchstens {limit} Speicher
        de  Um aus der Datei Seiten zu machen, braucht es zu viel Speicher.
        de  Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.
        fr  {found} de mémoire
        fr  au plus {limit} de mémoire
        fr  Le fichier demande trop de ressources pour être transformé en pages.
        fr  Envoyez-en un plus petit, par exemple une photo de moindre résolution.
        es  {found} de memoria
        es  {limit} de memoria como máximo
        es  Convertir el archivo en páginas cuesta demasiado.
        es  Envíe uno más pequeño, por ejemplo una foto de menor resolución.
        ja  メモリ{found}
        ja  メモリ{limit}以下
        ja  ファイルの処理に必要な資源が多すぎて、ページに変換できません。
        ja  解像度を下げた写真など、小さいファイルを送ってください。

        file.within-budget/work
        en  a file that takes too long
        en  a file that can be processed in time
        en  Turning the file into pages takes too long.
        en  Send a smaller one, such as a photo of lower resolution.
        de  eine Datei, die zu lange braucht
        de  eine Datei, die sich in der Zeit verarbeiten lässt
        de  Es dauert zu lange, aus der Datei Seiten zu machen.
        de  Senden Sie eine kleinere, etwa ein Foto mit geringerer Auflösung.
        fr  un fichier trop long à traiter
        fr  un fichier que l’on peut traiter à temps
        fr  Le fichier demande trop de ressources pour être transformé en pages.
        fr  Envoyez-en un plus petit, par exemple une photo de moindre résolution.
        es  un archivo que tarda demasiado
        es  un archivo que se pueda procesar a tiempo
        es  Convertir el archivo en páginas cuesta demasiado.
        es  Envíe uno más pequeño, por ejemplo una foto de menor resolución.
        ja  処理に時間がかかりすぎるファイル
        ja  時間内に処理できるファイル
        ja  ファイルの処理に必要な資源が多すぎて、ページに変換できません。
        ja  解像度を下げた写真など、小さいファイルを送ってください。
        """#
}
