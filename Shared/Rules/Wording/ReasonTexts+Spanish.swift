extension ReasonTexts {
    /// See `ReasonTexts` for the form.
    static let spanish = #"""
        document.type-known
        tipo «{found}»
        uno de estos: {accepted}
        «{journey}» no admite documentos de este tipo.
        Elija otro tipo para él o quítelo.

        submission.document-count/too-few
        {count, plural, one {# documento} many {# de documentos} other {# documentos}}
        {range, plural, one {# documento} many {# de documentos} other {# documentos}}
        «{journey}» necesita {limit, plural, one {# documento} many {# de documentos} other {# documentos}} y hay {count}.
        Añada {difference, plural, one {# documento más} many {# de documentos más} other {# documentos más}}.

        submission.document-count/too-many
        {count, plural, one {# documento} many {# de documentos} other {# documentos}}
        {range, plural, one {# documento} many {# de documentos} other {# documentos}}
        «{journey}» admite como máximo {limit, plural, one {# documento} many {# de documentos} other {# documentos}} y hay {count}.
        Quite {difference, plural, one {# documento} many {# de documentos} other {# documentos}}.

        submission.document-count-of-type/too-few
        {count, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        {range, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        «{type}» hace falta {limit, plural, one {# vez} many {# de veces} other {# veces}} y {count, plural, =0 {no está} one {está # vez} many {está # de veces} other {está # veces}}.
        Añada {difference, plural, one {# documento más} many {# de documentos más} other {# documentos más}} de este tipo.

        submission.document-count-of-type/too-many
        {count, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        {range, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        «{type}» se puede enviar como máximo {limit, plural, one {# vez} many {# de veces} other {# veces}} y hay {count}.
        Quite {difference, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo.

        submission.consent/missing
        sin consentimiento
        consentimiento al texto de la versión {version}
        Todavía no ha aceptado las condiciones.
        Léalas y acéptelas.

        submission.consent/outdated
        consentimiento al texto de la versión {given}
        consentimiento al texto de la versión {version}
        Las condiciones han cambiado desde que las aceptó.
        Lea las nuevas y acéptelas.

        submission.period-covered/outdated
        nada después del {last}
        cubierto hasta el {earliest} o más tarde
        «{type}» termina el {last}, hace demasiado tiempo.
        Añada los más recientes, hasta el {earliest} o más tarde.

        submission.period-covered/gap
        nada del {gapStart} al {gapEnd}
        del {from} al {to} sin interrupción
        «{type}» no cubre los días del {gapStart} al {gapEnd}.
        Añada lo que falta de esos días.

        submission.period-covered/too-short
        nada antes del {first}
        del {from} al {to} sin interrupción
        «{type}» debe cubrir {months, plural, one {# mes} many {# de meses} other {# meses}} y empieza el {first}.
        Añada los anteriores, desde el {from}.

        document.page-count/too-few
        {count, plural, one {# página} many {# de páginas} other {# páginas}}
        {range, plural, one {# página} many {# de páginas} other {# páginas}}
        «{type}» necesita {limit, plural, one {# página} many {# de páginas} other {# páginas}} y tiene {count}.
        Añada {difference, plural, one {# página más} many {# de páginas más} other {# páginas más}}.

        document.page-count/too-many
        {count, plural, one {# página} many {# de páginas} other {# páginas}}
        {range, plural, one {# página} many {# de páginas} other {# páginas}}
        «{type}» puede tener como máximo {limit, plural, one {# página} many {# de páginas} other {# páginas}} y tiene {count}.
        Envíe solo las que importan: quite {difference, plural, one {# página} many {# de páginas} other {# páginas}}.

        document.replaced
        el documento tal como se rechazó
        otro documento
        «{type}» se rechazó y no se ha cambiado.
        Sustitúyalo o quítelo.

        document.issue-date-required
        sin fecha de emisión
        el día en que se emitió
        Falta la fecha que aparece en «{type}».
        Añada la fecha.

        document.issue-date-readable
        un texto que no es una fecha
        un día con la forma 2026-10-31
        No se puede leer la fecha de «{type}».
        Indique año, mes y día: 2026-10-31.

        document.issue-date-not-in-future
        emitido el {day}
        emitido el {today} o antes
        La fecha de «{type}» está en el futuro.
        Indique la fecha que aparece en el documento.

        document.issue-date-recent
        emitido el {day}, hace {age, plural, one {# día} many {# de días} other {# días}}
        emitido el {earliest} o después
        «{type}» no debe tener más de {limit, plural, one {# día} many {# de días} other {# días}}.
        Envíe uno emitido el {earliest} o después.

        document.issue-date-settled
        emitido el {day}
        emitido el {latest} o antes
        «{type}» debe tener al menos {limit, plural, one {# día} many {# de días} other {# días}}.
        Envíe uno emitido el {latest} o antes.

        document.period-required
        ni periodo ni fecha de emisión
        los días que cubre
        No se sabe qué días cubre «{type}».
        Indique el primer y el último día que cubre.

        document.period-sound/reversed
        del {start} al {end}
        un último día que no sea anterior al primero
        El periodo de «{type}» termina antes de empezar.
        Indique el primer y el último día que cubre.

        document.period-sound/future
        un periodo que termina el {end}
        un periodo que termina el {today} o antes
        El periodo de «{type}» termina en el futuro.
        Indique el último día que cubre.

        file.not-empty
        0 bytes
        un archivo con contenido
        El archivo está vacío; algo falló por el camino.
        Envíelo de nuevo.

        file.size/too-large
        {size}
        {limit} como máximo
        El archivo ocupa más de {limit}.
        Envíe uno más pequeño, por ejemplo una foto de menor resolución.

        file.size/too-small
        {size}
        {limit} como mínimo
        El archivo es tan pequeño que no se podría leer nada en él.
        Haga la foto otra vez o vuelva a descargar el documento.

        file.pixels/too-small
        {width} × {height} píxeles
        al menos {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} en el lado corto
        La imagen es demasiado pequeña para poder leerla.
        Haga otra foto de la página entera o envíe el original en vez de una copia de un chat.

        file.pixels/too-large
        {width} × {height} píxeles
        {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} como máximo en el lado largo
        La imagen supera {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}}.
        Envíela con menor resolución.

        file.no-malware
        software malicioso: {name}
        un archivo sin software malicioso
        El archivo contiene software malicioso. Se ha puesto en cuarentena.
        Revise el dispositivo del que procede y vuelva a enviar el documento desde otro.

        file.media-type/other
        un archivo {found}
        {accepted}
        Un archivo {found} no sirve para «{type}».
        Envíelo como {accepted}.

        file.media-type/unknown
        un archivo de tipo desconocido
        {accepted}
        Este tipo de archivo no sirve para «{type}».
        Envíelo como {accepted}.

        file.type-agrees/name
        contenido {found} con el nombre de un archivo {claimed}
        contenido, nombre y tipo declarado que coincidan
        Es un archivo {found}, pero su nombre dice {claimed}.
        Envíe el archivo original con su propio nombre.

        file.type-agrees/declared
        contenido {found}, declarado como {claimed}
        contenido, nombre y tipo declarado que coincidan
        Es un archivo {found}, pero se envió como {claimed}.
        Envíe el archivo original tal como es.

        file.type-unambiguous/second-format
        contenido que parece {first} y también {second}
        contenido de un solo tipo
        El archivo parece {first} y {second} al mismo tiempo.
        Haga la foto otra vez o vuelva a descargar el documento.

        file.type-unambiguous/second-file
        un archivo {first} con un archivo {second} detrás
        un solo archivo
        Hay un segundo archivo escondido detrás del primero.
        Haga la foto otra vez o vuelva a descargar el documento.

        file.type-confirmed
        contenido que se reconoce una vez como {first} y otra como {second}
        contenido que no deja dudas
        No se puede saber con certeza si el archivo es {first} o {second}.
        Haga la foto otra vez o vuelva a descargar el documento.

        file.no-trailing-data
        {size} detrás del final del archivo
        nada detrás del final del archivo
        Al archivo se le añadió algo que no es suyo; no se conserva.
        Envíe el archivo original, tal como lo hizo la cámara o el banco.

        file.within-budget/bytes
        {found}
        {limit} como máximo
        El archivo es demasiado grande para convertirlo en páginas.
        Envíe uno más pequeño, por ejemplo una foto de menor resolución.

        file.within-budget/pages
        {found, plural, one {# página} many {# de páginas} other {# páginas}}
        {limit, plural, one {# página} many {# de páginas} other {# páginas}} como máximo
        El archivo tiene más páginas de las que se pueden procesar.
        Envíe solo las páginas que se piden.

        file.within-budget/pixels
        {found, plural, one {# píxel} many {# de píxeles} other {# píxeles}}
        {limit, plural, one {# píxel} many {# de píxeles} other {# píxeles}} como máximo
        La imagen es demasiado grande para convertirla en una página.
        Envíela con menor resolución.

        file.within-budget/memory
        {found} de memoria
        {limit} de memoria como máximo
        Convertir el archivo en páginas cuesta demasiado.
        Envíe uno más pequeño, por ejemplo una foto de menor resolución.

        file.within-budget/work
        un archivo que tarda demasiado
        un archivo que se pueda procesar a tiempo
        Convertir el archivo en páginas cuesta demasiado.
        Envíe uno más pequeño, por ejemplo una foto de menor resolución.

        file.readable/damaged
        un archivo que no se puede abrir
        un archivo intacto
        El archivo está dañado y no se puede abrir.
        Haga la foto otra vez o vuelva a descargar el documento.

        file.readable/cut-off
        un archivo que termina demasiado pronto y no se puede abrir
        un archivo completo
        Falta tanto del archivo que no se puede abrir.
        Envíelo de nuevo; si lo descargó, vuelva a descargarlo antes.

        file.complete
        un archivo que termina demasiado pronto
        un archivo completo
        Falta el final del archivo.
        Envíelo de nuevo; si lo descargó, vuelva a descargarlo antes.

        file.complete/incomplete-page
        {count, plural, one {una página de la que} many {# de páginas de las que} other {# páginas de las que}} falta hasta un {missing} %
        un archivo completo
        Falta una parte del archivo; lo que queda se ha convertido en {count, plural, one {una página} other {páginas}}.
        Envíelo de nuevo si falta algo importante; si lo descargó, descárguelo antes otra vez.

        file.complete/lost-pages
        {count, plural, one {# página que no se puede abrir} many {# de páginas que no se pueden abrir} other {# páginas que no se pueden abrir}}
        un archivo completo
        {count, plural, one {Una página del archivo no se ha podido abrir} other {Algunas páginas del archivo no se han podido abrir}}; las demás se han conservado.
        Envíelo de nuevo si falta algo importante; si lo descargó, descárguelo antes otra vez.

        file.complete/rebuilt
        un archivo cuya tabla interna es errónea
        un archivo intacto
        La tabla interna del archivo es errónea; puede faltar algo.
        Guárdelo o descárguelo de nuevo y vuelva a enviarlo.

        file.no-password
        un PDF que solo se abre con contraseña
        un archivo que se abre sin contraseña
        El PDF está protegido con contraseña.
        Guarde una copia sin contraseña, por ejemplo imprimiéndolo como PDF.

        file.unrestricted
        un PDF que restringe la impresión o la copia
        un PDF sin restricciones
        El PDF restringe lo que se puede hacer con él.
        Guarde una copia sin restricciones, por ejemplo imprimiéndolo como PDF.

        file.no-active-content/script
        un PDF que contiene un script
        un PDF que solo muestra páginas
        El PDF contiene un programa.
        Guarde una copia imprimiéndolo como PDF.

        file.no-active-content/automatic-action
        un PDF que hace algo al abrirse
        un PDF que solo muestra páginas
        El PDF hace algo por sí solo al abrirse.
        Guarde una copia imprimiéndolo como PDF.

        file.no-active-content/launch
        un PDF que inicia un programa
        un PDF que solo muestra páginas
        El PDF iniciaría un programa.
        Guarde una copia imprimiéndolo como PDF.

        file.no-active-content/embedded-file
        un PDF que contiene otros archivos
        un PDF que solo muestra páginas
        Hay otros archivos dentro del PDF.
        Guarde una copia imprimiéndolo como PDF y envíe los otros archivos por separado si se piden.

        file.no-active-content/unexamined
        un PDF que no se puede examinar
        un PDF que solo muestra páginas
        El PDF está construido de forma que no se puede saber si hace algo más que mostrar páginas.
        Guarde una copia imprimiéndolo como PDF.

        file.not-blank
        {count, plural, one {# página en blanco} many {# de páginas en blanco} other {# páginas en blanco}}
        una página en la que se vea algo
        No se ve nada en {count, plural, one {la página} other {las páginas}}.
        Haga la foto con más luz o escanee la cara impresa.

        file.not-blurred
        {count, plural, one {# página borrosa} many {# de páginas borrosas} other {# páginas borrosas}}
        un texto enfocado
        {count, plural, one {La página está desenfocada y cuesta leerla} other {Hay páginas desenfocadas y cuesta leerlas}}.
        Sujete la cámara con firmeza, deje que enfoque el texto y haga la foto de nuevo.

        file.no-glare
        {count, plural, one {# página con un reflejo} many {# de páginas con reflejos} other {# páginas con reflejos}}
        una página sin reflejos
        La luz se refleja en {count, plural, one {la página} other {las páginas}} y borra parte de lo que hay.
        Haga la foto sin flash e incline un poco el documento para apartarlo de la lámpara.

        file.not-dark
        {count, plural, one {# página oscura} many {# de páginas oscuras} other {# páginas oscuras}}
        una página clara
        {count, plural, one {La página está demasiado oscura} other {Hay páginas demasiado oscuras}} para leerse bien.
        Haga la foto con más luz.

        file.not-screenshot
        una imagen que parece una captura de pantalla
        una foto, un escaneo o el archivo original
        Parece una captura de pantalla, que solo muestra una parte de un documento.
        Envíe el documento mismo: el PDF o una foto del papel.

        file.not-duplicate
        un archivo que ya está
        cada archivo una sola vez
        Este archivo de «{type}» se envió dos veces.
        Sustitúyalo por el correcto o quítelo.

        file.not-known
        un archivo que ya se entregó {count, plural, one {en otra solicitud} many {en # de otras solicitudes} other {en otras # solicitudes}}
        un archivo que no se haya entregado antes
        Este mismo archivo ya se entregó antes.
        Envíe el documento que se pide ahora.
        """#
}
