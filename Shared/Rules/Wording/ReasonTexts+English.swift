extension ReasonTexts {
    /// See `ReasonTexts` for the form.
    static let english = #"""
        document.type-known
        type “{found}”
        one of {accepted}
        “{journey}” does not take documents of this kind.
        Choose another kind for it, or remove it.

        submission.document-count/too-few
        {count, plural, one {# document} other {# documents}}
        {range, plural, one {# document} other {# documents}}
        “{journey}” needs {limit, plural, one {# document} other {# documents}}, and there {count, plural, one {is #} other {are #}}.
        Add {difference, plural, one {# more document} other {# more documents}}.

        submission.document-count/too-many
        {count, plural, one {# document} other {# documents}}
        {range, plural, one {# document} other {# documents}}
        “{journey}” takes {limit, plural, one {# document} other {# documents}} at most, and there {count, plural, one {is #} other {are #}}.
        Remove {difference, plural, one {# document} other {# documents}}.

        submission.document-count-of-type/too-few
        {count, plural, one {# document} other {# documents}} of this kind
        {range, plural, one {# document} other {# documents}} of this kind
        “{type}” is needed {limit, plural, one {once} other {# times}}, and is there {count, plural, =0 {not at all} one {once} other {# times}}.
        Add {difference, plural, one {# more} other {# more}}.

        submission.document-count-of-type/too-many
        {count, plural, one {# document} other {# documents}} of this kind
        {range, plural, one {# document} other {# documents}} of this kind
        “{type}” can be sent {limit, plural, one {once} other {# times}} at most, and is there {count, plural, one {once} other {# times}}.
        Remove {difference, plural, one {# of them} other {# of them}}.

        submission.consent/missing
        no consent
        consent to the text of version {version}
        You have not agreed to the terms yet.
        Read them and agree to them.

        submission.consent/outdated
        consent to the text of version {given}
        consent to the text of version {version}
        The terms have changed since you agreed to them.
        Read the new ones and agree to them.

        submission.period-covered/outdated
        nothing after {last}
        covered until {earliest} or later
        “{type}” ends on {last}, which is too long ago.
        Add the latest ones, up to {earliest} or later.

        submission.period-covered/gap
        nothing from {gapStart} to {gapEnd}
        {from} to {to} without a gap
        “{type}” does not cover the days from {gapStart} to {gapEnd}.
        Add what is missing for these days.

        submission.period-covered/too-short
        nothing before {first}
        {from} to {to} without a gap
        “{type}” has to cover {months, plural, one {# month} other {# months}}, and begins on {first}.
        Add earlier ones, back to {from}.

        document.page-count/too-few
        {count, plural, one {# page} other {# pages}}
        {range, plural, one {# page} other {# pages}}
        “{type}” needs {limit, plural, one {# page} other {# pages}}, and has {count}.
        Add {difference, plural, one {# more page} other {# more pages}}.

        document.page-count/too-many
        {count, plural, one {# page} other {# pages}}
        {range, plural, one {# page} other {# pages}}
        “{type}” can have {limit, plural, one {# page} other {# pages}} at most, and has {count}.
        Send only those that matter: leave out {difference, plural, one {# page} other {# pages}}.

        document.replaced
        the document as it was refused
        another one
        “{type}” was refused and has not been changed.
        Replace it, or remove it.

        document.issue-date-required
        no issue date
        the day on which it was issued
        “{type}” needs the date that is printed on it.
        Add the date.

        document.issue-date-readable
        text that is no date
        a day in the form 2026-10-31
        The date of “{type}” cannot be read.
        Give it as year, month and day: 2026-10-31.

        document.issue-date-not-in-future
        issued on {day}
        issued on {today} or earlier
        The date of “{type}” lies in the future.
        Give the date that is printed on it.

        document.issue-date-recent
        issued on {day}, {age, plural, one {# day} other {# days}} ago
        issued on {earliest} or later
        “{type}” must not be older than {limit, plural, one {# day} other {# days}}.
        Send one that was issued on {earliest} or later.

        document.issue-date-settled
        issued on {day}
        issued on {latest} or earlier
        “{type}” must be at least {limit, plural, one {# day} other {# days}} old.
        Send one that was issued on {latest} or earlier.

        document.period-required
        neither a period nor an issue date
        the days that it covers
        It is not known which days “{type}” covers.
        Give the first and the last day that it covers.

        document.period-sound/reversed
        from {start} to {end}
        a last day that is not before the first
        The period of “{type}” ends before it starts.
        Give the first and the last day that it covers.

        document.period-sound/future
        a period that ends on {end}
        a period that ends on {today} or earlier
        The period of “{type}” ends in the future.
        Give the last day that it covers.

        file.not-empty
        0 bytes
        a file with content
        The file is empty; something went wrong on its way.
        Send it again.

        file.size/too-large
        {size}
        at most {limit}
        The file is larger than {limit}.
        Send a smaller one, such as a photo of lower resolution.

        file.size/too-small
        {size}
        at least {limit}
        The file is so small that nothing could be read on it.
        Take the photo, or download the document, again.

        file.pixels/too-small
        {width} × {height} pixels
        at least {limit, plural, one {# pixel} other {# pixels}} on the shorter side
        The picture is too small to be read.
        Take a new photo of the whole page, or send the original instead of a copy from a chat.

        file.pixels/too-large
        {width} × {height} pixels
        at most {limit, plural, one {# pixel} other {# pixels}} on the longer side
        The picture is larger than {limit, plural, one {# pixel} other {# pixels}}.
        Send it in a lower resolution.

        file.no-malware
        malware: {name}
        a file without malware
        There is malware in the file. It has been locked away.
        Check the device that it came from, and send the document again from another one.

        file.media-type/other
        a {found} file
        {accepted}
        A {found} file cannot be used for “{type}”.
        Send it as {accepted}.

        file.media-type/unknown
        a file of an unknown kind
        {accepted}
        This kind of file cannot be used for “{type}”.
        Send it as {accepted}.

        file.type-agrees/name
        {found} content under the name of a {claimed} file
        content, name and declared type that agree
        This is a {found} file, but its name says {claimed}.
        Send the original file under its own name.

        file.type-agrees/declared
        {found} content, declared as {claimed}
        content, name and declared type that agree
        This is a {found} file, but it was sent as {claimed}.
        Send the original file as it is.

        file.type-unambiguous/second-format
        content that looks like {first}, and like {second}
        content of one kind
        The file looks like {first} and like {second} at the same time.
        Take the photo, or download the document, again.

        file.type-unambiguous/second-file
        a {first} file with a {second} file behind it
        one file
        There is a second file hidden behind the first one.
        Take the photo, or download the document, again.

        file.type-confirmed
        content that is {first} to one look, and {second} to another
        content of which there is no doubt
        It cannot be told for certain whether the file is {first} or {second}.
        Take the photo, or download the document, again.

        file.no-trailing-data
        {size} behind the end of the file
        nothing behind the end of the file
        Something was added to the file that does not belong to it. It will be left out.
        Send the original file, as the camera or the bank made it.

        file.within-budget/bytes
        {found}
        at most {limit}
        The file is too large to be turned into pages.
        Send a smaller one, such as a photo of lower resolution.

        file.within-budget/pages
        {found, plural, one {# page} other {# pages}}
        at most {limit, plural, one {# page} other {# pages}}
        The file has more pages than can be processed.
        Send only the pages that are asked for.

        file.within-budget/pixels
        {found, plural, one {# pixel} other {# pixels}}
        at most {limit, plural, one {# pixel} other {# pixels}}
        The picture is too large to be turned into a page.
        Send it in a lower resolution.

        file.within-budget/memory
        {found} of memory
        at most {limit} of memory
        Turning the file into pages takes too much memory.
        Send a smaller one, such as a photo of lower resolution.

        file.within-budget/work
        a file that takes too long
        a file that can be processed in time
        Turning the file into pages takes too long.
        Send a smaller one, such as a photo of lower resolution.

        file.readable/damaged
        a file that cannot be opened
        an intact file
        The file is damaged and cannot be opened.
        Take the photo, or download the document, again.

        file.readable/cut-off
        a file that ends too early and cannot be opened
        a complete file
        So much of the file is missing that it cannot be opened.
        Send it again; if it was downloaded, download it again first.

        file.complete
        a file that ends too early
        a complete file
        The end of the file is missing.
        Send it again; if it was downloaded, download it again first.

        file.complete/incomplete-page
        {count, plural, one {a page} other {# pages}} of which up to {missing}% is missing
        a complete file
        Part of the file is missing; what is left was turned into {count, plural, one {a page} other {pages}}.
        Send it again if something important is missing; if it was downloaded, download it again first.

        file.complete/lost-pages
        {count, plural, one {# page} other {# pages}} that cannot be decoded
        a complete file
        {count, plural, one {A page} other {# pages}} of the file could not be opened; the others were kept.
        Send it again if something important is missing; if it was downloaded, download it again first.

        file.complete/rebuilt
        a file whose inner list is wrong
        a sound file
        The list inside the file of what it holds is wrong, so something may be missing.
        Save or download it again, then send it again.

        file.no-password
        a PDF that needs a password to be opened
        a file that opens without a password
        The PDF is protected by a password.
        Save a copy without the password, for example by printing it as a PDF.

        file.unrestricted
        a PDF that restricts printing or copying
        a PDF without restrictions
        The PDF restricts what can be done with it.
        Save a copy without restrictions, for example by printing it as a PDF.

        file.no-active-content/script
        a PDF with a script in it
        a PDF that only shows pages
        The PDF contains a program.
        Save a copy by printing it as a PDF.

        file.no-active-content/automatic-action
        a PDF that does something when it is opened
        a PDF that only shows pages
        The PDF does something by itself when it is opened.
        Save a copy by printing it as a PDF.

        file.no-active-content/launch
        a PDF that starts a program
        a PDF that only shows pages
        The PDF would start a program.
        Save a copy by printing it as a PDF.

        file.no-active-content/embedded-file
        a PDF with other files in it
        a PDF that only shows pages
        There are other files inside the PDF.
        Save a copy by printing it as a PDF, and send the other files by themselves if they are asked for.

        file.no-active-content/unexamined
        a PDF that cannot be looked through
        a PDF that only shows pages
        The PDF is built in such a way that nobody can say whether it does more than show pages.
        Save a copy by printing it as a PDF.

        file.not-blank
        {count, plural, one {a blank page} other {# blank pages}}
        a page on which something can be seen
        Nothing can be seen on {count, plural, one {the page} other {the pages}}.
        Take the photo again with more light, or scan the side that is printed on.

        file.not-blurred
        {count, plural, one {a blurred page} other {# blurred pages}}
        writing that is in focus
        {count, plural, one {The page is} other {Pages are}} out of focus and hard to read.
        Hold the camera still, let it focus on the writing, and take the photo again.

        file.no-glare
        {count, plural, one {a page with a reflection} other {# pages with a reflection}}
        a page without reflections
        Light is reflected on {count, plural, one {the page} other {the pages}}, and washes out what is there.
        Take the photo again without a flash, and tilt the document a little away from the lamp.

        file.not-dark
        {count, plural, one {a dark page} other {# dark pages}}
        a bright page
        {count, plural, one {The page is} other {Pages are}} too dark to be read easily.
        Take the photo again with more light.

        file.not-screenshot
        a picture that looks like a screenshot
        a photo, a scan or the original file
        This looks like a screenshot, which shows only a part of a document.
        Send the document itself: the PDF, or a photo of the paper.

        file.not-duplicate
        a file that is there already
        each file once
        This file of “{type}” was sent twice.
        Replace it by the right one, or remove it.

        file.not-known
        a file that was submitted before, {count, plural, one {in another submission} other {in # other submissions}}
        a file that was not submitted before
        This very file has been submitted before.
        Send the document that is asked for now.
        """#
}
