extension ReasonTexts {
    /// The wordings of `LegibilityRules.swift`; see `ReasonTexts` for the form.
    static let legibility = #"""
        rule file.not-blurred
        en  blurred
        de  unscharf
        fr  flou
        es  borroso
        ja  ぼやけ

        file.not-blurred
        en  {count, plural, one {a blurred page} other {# blurred pages}}
        en  writing that is in focus
        en  {count, plural, one {The page is} other {Pages are}} out of focus and hard to read.
        en  Hold the camera still, let it focus on the writing, and take the photo again.
        de  {count, plural, one {eine unscharfe Seite} other {# unscharfe Seiten}}
        de  scharfe Schrift
        de  {count, plural, one {Die Seite ist} other {Seiten sind}} unscharf und schwer zu lesen.
        de  Halten Sie die Kamera ruhig, lassen Sie sie auf die Schrift scharf stellen, und fotografieren Sie noch einmal.
        fr  {count, plural, one {# page floue} many {# de pages floues} other {# pages floues}}
        fr  un texte net
        fr  {count, plural, one {La page est floue et difficile} other {Des pages sont floues et difficiles}} à lire.
        fr  Tenez l’appareil immobile, laissez-le faire la mise au point sur le texte et reprenez la photo.
        es  {count, plural, one {# página borrosa} many {# de páginas borrosas} other {# páginas borrosas}}
        es  un texto enfocado
        es  {count, plural, one {La página está desenfocada y cuesta leerla} other {Hay páginas desenfocadas y cuesta leerlas}}.
        es  Sujete la cámara con firmeza, deje que enfoque el texto y haga la foto de nuevo.
        ja  ぼやけた{count}ページ
        ja  ピントの合った文字
        ja  ページがぼやけていて読みにくくなっています。
        ja  カメラを動かさず、文字にピントを合わせて撮り直してください。

        rule file.no-glare
        en  glare
        de  Spiegelung
        fr  reflet
        es  reflejo
        ja  反射

        file.no-glare
        en  {count, plural, one {a page with a reflection} other {# pages with a reflection}}
        en  a page without reflections
        en  Light is reflected on {count, plural, one {the page} other {the pages}}, and washes out what is there.
        en  Take the photo again without a flash, and tilt the document a little away from the lamp.
        de  {count, plural, one {eine Seite mit einer Spiegelung} other {# Seiten mit Spiegelungen}}
        de  eine Seite ohne Spiegelungen
        de  Auf {count, plural, one {der Seite} other {den Seiten}} spiegelt sich Licht und überstrahlt, was dort steht.
        de  Fotografieren Sie noch einmal ohne Blitz, und neigen Sie das Dokument etwas von der Lampe weg.
        fr  {count, plural, one {# page avec un reflet} many {# de pages avec des reflets} other {# pages avec des reflets}}
        fr  une page sans reflets
        fr  La lumière se reflète sur {count, plural, one {la page} other {les pages}} et en efface une partie.
        fr  Reprenez la photo sans flash, en inclinant un peu le document pour l’écarter de la lampe.
        es  {count, plural, one {# página con un reflejo} many {# de páginas con reflejos} other {# páginas con reflejos}}
        es  una página sin reflejos
        es  La luz se refleja en {count, plural, one {la página} other {las páginas}} y borra parte de lo que hay.
        es  Haga la foto sin flash e incline un poco el documento para apartarlo de la lámpara.
        ja  光が反射している{count}ページ
        ja  反射のないページ
        ja  光が反射して、ページの一部が見えなくなっています。
        ja  フラッシュを使わず、照明が映らないように書類を少し傾けて撮り直してください。

        rule file.not-dark
        en  dark
        de  dunkel
        fr  sombre
        es  oscuro
        ja  暗い

        file.not-dark
        en  {count, plural, one {a dark page} other {# dark pages}}
        en  a bright page
        en  {count, plural, one {The page is} other {Pages are}} too dark to be read easily.
        en  Take the photo again with more light.
        de  {count, plural, one {eine dunkle Seite} other {# dunkle Seiten}}
        de  eine helle Seite
        de  {count, plural, one {Die Seite ist} other {Seiten sind}} zu dunkel, um gut lesbar zu sein.
        de  Fotografieren Sie mit mehr Licht.
        fr  {count, plural, one {# page sombre} many {# de pages sombres} other {# pages sombres}}
        fr  une page claire
        fr  {count, plural, one {La page est trop sombre pour être lue} other {Des pages sont trop sombres pour être lues}} facilement.
        fr  Reprenez la photo avec plus de lumière.
        es  {count, plural, one {# página oscura} many {# de páginas oscuras} other {# páginas oscuras}}
        es  una página clara
        es  {count, plural, one {La página está demasiado oscura} other {Hay páginas demasiado oscuras}} para leerse bien.
        es  Haga la foto con más luz.
        ja  暗い{count}ページ
        ja  明るいページ
        ja  ページが暗くて読みにくくなっています。
        ja  明るい場所で撮り直してください。

        rule file.not-screenshot
        en  screenshot
        de  Bildschirmfoto
        fr  capture d’écran
        es  captura de pantalla
        ja  スクリーンショット

        file.not-screenshot
        en  a picture that looks like a screenshot
        en  a photo, a scan or the original file
        en  This looks like a screenshot, which shows only a part of a document.
        en  Send the document itself: the PDF, or a photo of the paper.
        de  ein Bild, das wie ein Bildschirmfoto aussieht
        de  ein Foto, ein Scan oder die Originaldatei
        de  Das sieht wie ein Bildschirmfoto aus, das nur einen Teil eines Dokuments zeigt.
        de  Senden Sie das Dokument selbst: die PDF-Datei oder ein Foto des Papiers.
        fr  une image qui ressemble à une capture d’écran
        fr  une photo, une numérisation ou le fichier d’origine
        fr  Cela ressemble à une capture d’écran, qui ne montre qu’une partie d’un document.
        fr  Envoyez le document lui-même : le PDF, ou une photo du papier.
        es  una imagen que parece una captura de pantalla
        es  una foto, un escaneo o el archivo original
        es  Parece una captura de pantalla, que solo muestra una parte de un documento.
        es  Envíe el documento mismo: el PDF o una foto del papel.
        ja  スクリーンショットと思われる画像
        ja  写真、スキャン、または元のファイル
        ja  書類の一部しか写らないスクリーンショットのようです。
        ja  PDFなどの元のファイルか、紙の書類の写真を送ってください。
        """#
}
