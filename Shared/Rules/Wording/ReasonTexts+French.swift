extension ReasonTexts {
    /// See `ReasonTexts` for the form. Before `: ; ! ?` and inside « » stand no-break spaces.
    static let french = #"""
        document.type-known
        type « {found} »
        l’un des suivants : {accepted}
        « {journey} » n’accepte pas les documents de ce type.
        Choisissez un autre type, ou retirez le document.

        submission.document-count/too-few
        {count, plural, one {# document} many {# de documents} other {# documents}}
        {range, plural, one {# document} many {# de documents} other {# documents}}
        « {journey} » demande {limit, plural, one {# document} many {# de documents} other {# documents}}, et il y en a {count}.
        Ajoutez encore {difference, plural, one {# document} many {# de documents} other {# documents}}.

        submission.document-count/too-many
        {count, plural, one {# document} many {# de documents} other {# documents}}
        {range, plural, one {# document} many {# de documents} other {# documents}}
        « {journey} » accepte au plus {limit, plural, one {# document} many {# de documents} other {# documents}}, et il y en a {count}.
        Retirez {difference, plural, one {# document} many {# de documents} other {# documents}}.

        submission.document-count-of-type/too-few
        {count, plural, one {# document} many {# de documents} other {# documents}} de ce type
        {range, plural, one {# document} many {# de documents} other {# documents}} de ce type
        Il faut {limit} fois « {type} », et {count, plural, =0 {il n’y en a pas} other {il y en a #}}.
        Ajoutez-en encore {difference}.

        submission.document-count-of-type/too-many
        {count, plural, one {# document} many {# de documents} other {# documents}} de ce type
        {range, plural, one {# document} many {# de documents} other {# documents}} de ce type
        « {type} » peut être envoyé {limit} fois au plus, et il y en a {count}.
        Retirez-en {difference}.

        submission.consent/missing
        aucun consentement
        consentement au texte de la version {version}
        Vous n’avez pas encore accepté les conditions.
        Lisez-les et acceptez-les.

        submission.consent/outdated
        consentement au texte de la version {given}
        consentement au texte de la version {version}
        Les conditions ont changé depuis que vous les avez acceptées.
        Lisez les nouvelles et acceptez-les.

        submission.period-covered/outdated
        rien après le {last}
        couvert jusqu’au {earliest} ou plus tard
        « {type} » s’arrête au {last}, ce qui est trop ancien.
        Ajoutez les plus récents, jusqu’au {earliest} ou plus tard.

        submission.period-covered/gap
        rien du {gapStart} au {gapEnd}
        du {from} au {to}, sans interruption
        « {type} » ne couvre pas les jours du {gapStart} au {gapEnd}.
        Ajoutez ce qui manque pour ces jours.

        submission.period-covered/too-short
        rien avant le {first}
        du {from} au {to}, sans interruption
        « {type} » doit couvrir {months, plural, one {# mois} many {# de mois} other {# mois}}, et ne commence que le {first}.
        Ajoutez les précédents, en remontant jusqu’au {from}.

        document.page-count/too-few
        {count, plural, one {# page} many {# de pages} other {# pages}}
        {range, plural, one {# page} many {# de pages} other {# pages}}
        « {type} » doit avoir {limit, plural, one {# page} many {# de pages} other {# pages}}, et en a {count}.
        Ajoutez encore {difference, plural, one {# page} many {# de pages} other {# pages}}.

        document.page-count/too-many
        {count, plural, one {# page} many {# de pages} other {# pages}}
        {range, plural, one {# page} many {# de pages} other {# pages}}
        « {type} » peut avoir {limit, plural, one {# page} many {# de pages} other {# pages}} au plus, et en a {count}.
        N’envoyez que celles qui comptent : retirez {difference, plural, one {# page} many {# de pages} other {# pages}}.

        document.replaced
        le document tel qu’il a été refusé
        un autre document
        « {type} » a été refusé et n’a pas été modifié.
        Remplacez-le, ou retirez-le.

        document.issue-date-required
        aucune date d’émission
        le jour où il a été émis
        Il manque la date imprimée sur « {type} ».
        Ajoutez la date.

        document.issue-date-readable
        un texte qui n’est pas une date
        un jour sous la forme 2026-10-31
        La date de « {type} » est illisible.
        Indiquez l’année, le mois et le jour : 2026-10-31.

        document.issue-date-not-in-future
        émis le {day}
        émis le {today} ou avant
        La date de « {type} » est dans le futur.
        Indiquez la date imprimée sur le document.

        document.issue-date-recent
        émis le {day}, il y a {age, plural, one {# jour} many {# de jours} other {# jours}}
        émis le {earliest} ou après
        « {type} » ne doit pas dater de plus de {limit, plural, one {# jour} many {# de jours} other {# jours}}.
        Envoyez un document émis le {earliest} ou après.

        document.issue-date-settled
        émis le {day}
        émis le {latest} ou avant
        « {type} » doit dater d’au moins {limit, plural, one {# jour} many {# de jours} other {# jours}}.
        Envoyez un document émis le {latest} ou avant.

        document.period-required
        ni période ni date d’émission
        les jours qu’il couvre
        On ne sait pas quels jours « {type} » couvre.
        Indiquez le premier et le dernier jour couverts.

        document.period-sound/reversed
        du {start} au {end}
        un dernier jour qui ne précède pas le premier
        La période de « {type} » se termine avant de commencer.
        Indiquez le premier et le dernier jour couverts.

        document.period-sound/future
        une période qui se termine le {end}
        une période qui se termine le {today} ou avant
        La période de « {type} » se termine dans le futur.
        Indiquez le dernier jour couvert.

        file.not-empty
        0 octet
        un fichier qui contient quelque chose
        Le fichier est vide ; quelque chose s’est mal passé en chemin.
        Envoyez-le de nouveau.

        file.size/too-large
        {size}
        {limit} au plus
        Le fichier dépasse {limit}.
        Envoyez-en un plus petit, par exemple une photo de moindre résolution.

        file.size/too-small
        {size}
        {limit} au moins
        Le fichier est si petit qu’on ne pourrait rien y lire.
        Reprenez la photo, ou téléchargez de nouveau le document.

        file.pixels/too-small
        {width} × {height} pixels
        au moins {limit, plural, one {# pixel} many {# de pixels} other {# pixels}} sur le petit côté
        L’image est trop petite pour être lisible.
        Photographiez de nouveau la page entière, ou envoyez l’original plutôt qu’une copie issue d’une messagerie.

        file.pixels/too-large
        {width} × {height} pixels
        au plus {limit, plural, one {# pixel} many {# de pixels} other {# pixels}} sur le grand côté
        L’image dépasse {limit, plural, one {# pixel} many {# de pixels} other {# pixels}}.
        Envoyez-la dans une résolution moindre.

        file.no-malware
        un logiciel malveillant : {name}
        un fichier sans logiciel malveillant
        Le fichier contient un logiciel malveillant. Il a été mis en quarantaine.
        Vérifiez l’appareil d’où il vient, et renvoyez le document depuis un autre.

        file.media-type/other
        un fichier {found}
        {accepted}
        Un fichier {found} ne convient pas pour « {type} ».
        Envoyez-le au format {accepted}.

        file.media-type/unknown
        un fichier de type inconnu
        {accepted}
        Ce type de fichier ne convient pas pour « {type} ».
        Envoyez-le au format {accepted}.

        file.type-agrees/name
        un contenu {found} sous le nom d’un fichier {claimed}
        un contenu, un nom et un type déclaré qui concordent
        C’est un fichier {found}, mais son nom annonce {claimed}.
        Envoyez le fichier d’origine sous son propre nom.

        file.type-agrees/declared
        un contenu {found}, déclaré comme {claimed}
        un contenu, un nom et un type déclaré qui concordent
        C’est un fichier {found}, mais il a été envoyé comme {claimed}.
        Envoyez le fichier d’origine tel quel.

        file.type-unambiguous/second-format
        un contenu qui ressemble à du {first} et à du {second}
        un contenu d’un seul type
        Le fichier ressemble à la fois à du {first} et à du {second}.
        Reprenez la photo, ou téléchargez de nouveau le document.

        file.type-unambiguous/second-file
        un fichier {first} suivi d’un fichier {second}
        un seul fichier
        Un second fichier est caché derrière le premier.
        Reprenez la photo, ou téléchargez de nouveau le document.

        file.type-confirmed
        un contenu reconnu tantôt comme du {first}, tantôt comme du {second}
        un contenu qui ne laisse aucun doute
        On ne peut pas dire avec certitude si le fichier est du {first} ou du {second}.
        Reprenez la photo, ou téléchargez de nouveau le document.

        file.no-trailing-data
        {size} après la fin du fichier
        rien après la fin du fichier
        Quelque chose qui n’en fait pas partie a été ajouté au fichier ; ce n’est pas repris.
        Envoyez le fichier d’origine, tel que l’appareil photo ou la banque l’a produit.

        file.within-budget/bytes
        {found}
        {limit} au plus
        Le fichier est trop gros pour être transformé en pages.
        Envoyez-en un plus petit, par exemple une photo de moindre résolution.

        file.within-budget/pages
        {found, plural, one {# page} many {# de pages} other {# pages}}
        au plus {limit, plural, one {# page} many {# de pages} other {# pages}}
        Le fichier a plus de pages qu’il n’est possible d’en traiter.
        N’envoyez que les pages demandées.

        file.within-budget/pixels
        {found, plural, one {# pixel} many {# de pixels} other {# pixels}}
        au plus {limit, plural, one {# pixel} many {# de pixels} other {# pixels}}
        L’image est trop grande pour être transformée en page.
        Envoyez-la dans une résolution moindre.

        file.within-budget/memory
        {found} de mémoire
        au plus {limit} de mémoire
        Le fichier demande trop de ressources pour être transformé en pages.
        Envoyez-en un plus petit, par exemple une photo de moindre résolution.

        file.within-budget/work
        un fichier trop long à traiter
        un fichier que l’on peut traiter à temps
        Le fichier demande trop de ressources pour être transformé en pages.
        Envoyez-en un plus petit, par exemple une photo de moindre résolution.

        file.readable/damaged
        un fichier qui ne s’ouvre pas
        un fichier intact
        Le fichier est endommagé et ne s’ouvre pas.
        Reprenez la photo, ou téléchargez de nouveau le document.

        file.readable/cut-off
        un fichier qui s’arrête trop tôt et ne s’ouvre pas
        un fichier complet
        Il manque une telle partie du fichier qu’il ne s’ouvre pas.
        Envoyez-le de nouveau ; s’il a été téléchargé, téléchargez-le d’abord une nouvelle fois.

        file.complete
        un fichier qui s’arrête trop tôt
        un fichier complet
        La fin du fichier manque.
        Envoyez-le de nouveau ; s’il a été téléchargé, téléchargez-le d’abord une nouvelle fois.

        file.complete/incomplete-page
        {count, plural, one {une page} many {# de pages} other {# pages}} dont il manque jusqu’à {missing} %
        un fichier complet
        Une partie du fichier manque ; ce qui reste a été converti en {count, plural, one {page} other {pages}}.
        Renvoyez-le s’il manque quelque chose d’important ; s’il a été téléchargé, téléchargez-le d’abord à nouveau.

        file.complete/lost-pages
        {count, plural, one {# page illisible} many {# de pages illisibles} other {# pages illisibles}}
        un fichier complet
        {count, plural, one {Une page du fichier n’a pas pu être ouverte} other {Des pages du fichier n’ont pas pu être ouvertes}} ; les autres ont été gardées.
        Renvoyez-le s’il manque quelque chose d’important ; s’il a été téléchargé, téléchargez-le d’abord à nouveau.

        file.complete/rebuilt
        un fichier dont la table interne est erronée
        un fichier intact
        La table interne du fichier est erronée ; il peut manquer quelque chose.
        Enregistrez-le ou téléchargez-le de nouveau, puis renvoyez-le.

        file.no-password
        un PDF qui ne s’ouvre qu’avec un mot de passe
        un fichier qui s’ouvre sans mot de passe
        Le PDF est protégé par un mot de passe.
        Enregistrez une copie sans mot de passe, par exemple en l’imprimant au format PDF.

        file.unrestricted
        un PDF qui restreint l’impression ou la copie
        un PDF sans restriction
        Le PDF restreint ce que l’on peut en faire.
        Enregistrez une copie sans restriction, par exemple en l’imprimant au format PDF.

        file.no-active-content/script
        un PDF qui contient un script
        un PDF qui ne fait que montrer des pages
        Le PDF contient un programme.
        Enregistrez une copie en l’imprimant au format PDF.

        file.no-active-content/automatic-action
        un PDF qui agit à l’ouverture
        un PDF qui ne fait que montrer des pages
        Le PDF fait quelque chose de lui-même à l’ouverture.
        Enregistrez une copie en l’imprimant au format PDF.

        file.no-active-content/launch
        un PDF qui lance un programme
        un PDF qui ne fait que montrer des pages
        Le PDF lancerait un programme.
        Enregistrez une copie en l’imprimant au format PDF.

        file.no-active-content/embedded-file
        un PDF qui contient d’autres fichiers
        un PDF qui ne fait que montrer des pages
        Le PDF contient d’autres fichiers.
        Enregistrez une copie en l’imprimant au format PDF, et envoyez les autres fichiers séparément s’ils sont demandés.

        file.no-active-content/unexamined
        un PDF qui ne peut pas être examiné
        un PDF qui ne fait que montrer des pages
        Le PDF est construit de telle façon qu’on ne peut pas savoir s’il fait autre chose que montrer des pages.
        Enregistrez une copie en l’imprimant au format PDF.

        file.not-blank
        {count, plural, one {# page blanche} many {# de pages blanches} other {# pages blanches}}
        une page sur laquelle on voit quelque chose
        On ne voit rien sur {count, plural, one {la page} other {les pages}}.
        Reprenez la photo avec plus de lumière, ou numérisez le côté imprimé.

        file.not-blurred
        {count, plural, one {# page floue} many {# de pages floues} other {# pages floues}}
        un texte net
        {count, plural, one {La page est floue et difficile} other {Des pages sont floues et difficiles}} à lire.
        Tenez l’appareil immobile, laissez-le faire la mise au point sur le texte et reprenez la photo.

        file.no-glare
        {count, plural, one {# page avec un reflet} many {# de pages avec des reflets} other {# pages avec des reflets}}
        une page sans reflets
        La lumière se reflète sur {count, plural, one {la page} other {les pages}} et en efface une partie.
        Reprenez la photo sans flash, en inclinant un peu le document pour l’écarter de la lampe.

        file.not-dark
        {count, plural, one {# page sombre} many {# de pages sombres} other {# pages sombres}}
        une page claire
        {count, plural, one {La page est trop sombre pour être lue} other {Des pages sont trop sombres pour être lues}} facilement.
        Reprenez la photo avec plus de lumière.

        file.not-screenshot
        une image qui ressemble à une capture d’écran
        une photo, une numérisation ou le fichier d’origine
        Cela ressemble à une capture d’écran, qui ne montre qu’une partie d’un document.
        Envoyez le document lui-même : le PDF, ou une photo du papier.

        file.not-duplicate
        un fichier déjà présent
        chaque fichier une seule fois
        Ce fichier de « {type} » a été envoyé deux fois.
        Remplacez-le par le bon, ou retirez-le.

        file.not-known
        un fichier déjà remis {count, plural, one {dans un autre dossier} many {dans # d’autres dossiers} other {dans # autres dossiers}}
        un fichier qui n’a pas encore été remis
        Ce même fichier a déjà été remis.
        Envoyez le document demandé maintenant.
        """#
}
