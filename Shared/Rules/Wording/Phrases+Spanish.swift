extension Phrases {
    /// See `Phrases` for the form.
    static let spanish = #"""
        remove Eliminar
        withdraw Retirar
        noPages sin páginas
        onePage 1 página
        pages {n} páginas
        ask.document ¿Eliminar este documento?
        ask.documentText Se borrará «{type}» con todo su contenido ({pages}). No se puede deshacer.
        ask.page ¿Eliminar esta página?
        ask.pageText Se borrará la página {n} de «{type}». No se puede deshacer.
        ask.replace ¿Sustituir esta página?
        ask.replaceText Se borrará el archivo que ahora es la página {n} de «{type}» y el nuevo ocupará su lugar.
        ask.withdraw ¿Retirar todo?
        ask.withdrawText Se borrarán todos los documentos que ha añadido y no se enviará nada. No se puede deshacer.
        err.too-large Este archivo supera {size}. Elija uno más pequeño o haga una foto.
        err.type Este tipo de archivo no sirve aquí. Use {types}.
        err.empty-file Este archivo está vacío. Elija otro.
        err.gone Ya no se puede leer este archivo: se ha movido, cambiado o borrado. Elíjalo de nuevo.
        err.network Sin conexión. Aún no se ha guardado; inténtelo de nuevo.
        err.password-protected Este archivo está protegido con contraseña. Guarde una copia sin ella y envíela.
        err.too-many-pixels Esta imagen es demasiado grande. Envíe una más pequeña.
        err.too-many-frames Este archivo tiene demasiadas páginas.
        err.duplicate-file Ya ha añadido este archivo.
        err.too-many-pages Este documento ya tiene el máximo de páginas.
        err.too-many-documents Ya está el máximo de documentos.
        err.storage-full Ahora no hay espacio para archivos. Inténtelo más tarde; no se pierde nada.
        err.quota-used-up Por ahora no se puede recibir nada más aquí. Lo que ya ha añadido se conserva. Inténtelo más tarde o pregunte a quienes piden sus documentos.
        err.precondition-failed Esto se ha cambiado entretanto en otra ventana. Así está ahora; mírelo e inténtelo de nuevo.
        err.not-a-draft Esto ya se envió, quizá en otra ventana. Ya no se puede cambiar nada.
        err.date-in-future Esta fecha es futura. Use la fecha impresa en el documento.
        err.invalid-date Esto no es una fecha. Use la fecha impresa en el documento.
        err.incomplete Aún falta algo.
        err.confirmation-invalid Ha tardado demasiado. Confirme otra vez.
        err.other No ha funcionado. {detail}
        link.ended Este enlace ya no vale
        link.endedText Ha caducado, ya se ha usado o se ha anulado. Pida uno nuevo a quien se lo dio.
        link.unknown Este enlace no se conoce
        link.unknownText Compruebe que está completo o pida uno nuevo a quien se lo dio.
        app.replace Sustituir
        app.lost Se borrará su contenido. No se puede deshacer.
        app.documents ¿Eliminar {n} documentos?
        app.documentsText Se borrarán {types} ({pages}). No se puede deshacer.
        app.discard Descartar
        app.discardTitle ¿Descartar estos documentos?
        app.discardText Se perderá lo reunido en este dispositivo. Lo que ya se envió sigue enviado.
        app.unknownType No se piden documentos de este tipo. Elija uno de estos: {types}.
        app.tooManyFiles Serían más de {n} archivos. Añada menos.
        app.oneFile Elija un solo archivo: este documento tiene una página o es un PDF.
        app.notThere Ya no está.
        app.unreadable No se puede leer «{name}». Elíjalo de nuevo o elija otro archivo.
        app.gone «{name}» ya no está. Devuélvalo a su sitio o elija otro archivo.
        app.changed «{name}» ha cambiado desde que lo eligió. Elíjalo de nuevo para no mezclar las dos versiones.
        app.elsewhere Este archivo está en otro dispositivo. Envíelo desde allí o elija otro aquí.
        app.unsent Algunos archivos no se enviaron. Sustitúyalos, elimínelos o envíelos otra vez.
        app.notSent Los archivos aún no se han enviado. Envíelos primero.
        app.noGateway No se sabe adónde enviarlo.
        app.unexpected No se entiende la respuesta. Inténtelo más tarde o actualice la aplicación.
        app.timedOut Ha tardado demasiado. Vuelva a mirar más tarde; no se pierde nada.
        app.stopped Se ha detenido.
        app.otherDraft Lo guardado aquí es de otro trámite. Guarde los documentos de cada trámite por separado.
        app.store.unreadable No se puede leer lo guardado en este dispositivo.
        app.store.unwritable No se puede guardar en este dispositivo: se perderá al cerrar la aplicación.
        app.store.full No queda espacio en este dispositivo. Lo que ya había se conserva; libere espacio e inténtelo de nuevo.
        app.store.tooLarge Hay demasiadas páginas. Elimine algunas primero.
        app.store.changedElsewhere Estos documentos se cambiaron entretanto en otra ventana o programa. No se ha perdido nada: vuelva a cargarlos.
        app.store.newerFormat Lo escribió una versión más nueva de la aplicación. Actualícela para continuar.
        app.picker.unavailable Este dispositivo no tiene esa fuente. Elija otra.
        app.picker.notAllowed La aplicación no tiene permiso. Permítalo en los ajustes del dispositivo o elija un archivo.
        app.picker.unreadable No se puede leer lo elegido. Elíjalo de nuevo o elija otra cosa.
        app.picker.unusable No es una imagen ni un PDF. Elija uno.
        app.picker.tooMany Son demasiados archivos. Elija menos.
        app.screen.draft Aún no entregado.
        app.screen.submitted Entregado. Se están comprobando los documentos.
        app.screen.processing Los documentos han pasado la comprobación y se están preparando.
        app.screen.accepted Aceptado.
        app.screen.needsInput Hay que sustituir algo.
        app.screen.inReview Alguien está mirando los documentos.
        app.screen.rejected Rechazado.
        app.screen.failed No se ha podido procesar. Alguien tiene que revisarlo; de momento no hay que volver a enviar nada.
        app.screen.withdrawn Retirado.
        app.screen.expired Caducado: nadie siguió a tiempo.
        app.screen.missing Aún falta
        app.screen.noPage Todavía no hay ninguna página.
        app.screen.pdf Todas las páginas en un PDF
        app.screen.addPage Añadir una página
        app.screen.addDocument Añadir un documento
        app.screen.submit Entregar
        app.screen.withdraw Retirar
        app.screen.accept Aceptar
        app.screen.requestInput Pedir una sustitución
        app.screen.reject Rechazar
        app.screen.submissions Entregas
        app.screen.noSubmission Aquí no hay ninguna entrega.
        app.screen.more Mostrar más
        app.sheet.onTop Ponga esta hoja encima de las páginas de este documento.
        app.sheet.together Después escanéelo todo junto, en un solo PDF.
        """#
}
