// Mail of which nobody knows yet whose it is, or what: looked at, assigned to what its person was asked for, or discarded.
import { h, say, button, dialog, announce, size } from './dom.js'
import { read, send, query, Trouble } from './api.js'
import { go } from './app.js'
import { form, confirmed, doing } from './acts.js'
import { table } from './table.js'
import { shownByBrowsers } from './viewer.js'
import { time, moment, number } from './times.js'

const again = () => go('/desk/mail')
const isId = (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export async function mail() {
  const list = await table({
    name: 'mail', path: '/v1/mail?limit=100', none: 'noMail', columns: [
      { id: 'received', of: ({ receivedAt }) => receivedAt, show: ({ receivedAt, expiresAt }) => [time(receivedAt), h('span.due', {}, say('keptUntil', { time: moment(expiresAt) }))] },
      { id: 'sender', of: ({ sender }) => sender, show: ({ sender, authentication }) => [sender ?? '–', authentication && h('span.due', {}, authentication)] },
      { id: 'mailbox', of: ({ mailbox }) => mailbox },
      { id: 'wait', of: ({ waitsFor }) => waitsFor, show: ({ waitsFor }) => say('mailWait.' + waitsFor) },
      { id: 'files', of: ({ files }) => files.length, show: (item) => [h('ul.plain', {}, item.files.map((file, index) => h('li', {}, opener(item, file, index)))), item.leftOut > 0 && h('span.due', {}, say('leftOut', { n: number(item.leftOut) }))] },
      { id: 'act', show: (item) => [
        button('main.small', say('assign'), doing(() => assign(item)), { id: 'assign-' + item.id, 'aria-label': say('assignOne', named(item)) }),
        button('danger.small', say('discard'), doing(() => discard(item)), { id: 'discard-' + item.id, 'aria-label': say('discardOne', named(item)) })] },
    ],
  })
  return { title: say('place.mail'), content: [h('div.row.between', {}, h('h1', {}, say('place.mail')), list.csv), h('p.quiet', {}, say('mailAbout')), list.element] }
}

const named = ({ sender, mailbox }) => ({ sender: sender ?? mailbox })

/** A picture is shown here; what a browser cannot show is saved. */
function opener(item, { digest, mediaType, size: bytes }, index) {
  const address = `/v1/mail/${item.id}/files/${digest}`
  const words = say('mailFile', { n: number(index + 1), type: mediaType.replace(/^.*\//, ''), size: size(bytes) })
  if (!shownByBrowsers.test(mediaType)) return h('a', { href: address, download: true }, words)
  return button('small', words, () => dialog(words, (box, finish) => {
    const image = h('img.sent', { src: address, alt: words })
    image.addEventListener('error', () => image.replaceWith(h('p.notice.bad', {}, say('pictureFailed'))))
    box.append(image, h('div.row.end', {}, h('a.button', { href: address, download: true }, say('download')), button('main', say('close'), () => finish())))
  }, 'broad'), { id: `look-${item.id}-${index}` })
}

async function assign(item) {
  const { title, documentTypes } = await read('/v1/journeys/' + item.journey)
  const done = await form(say('assignMail'), say('assignMailText'), [
    { name: 'submission', value: item.submission, required: true, hint: say('openOf', { journey: title }) },
    { name: 'type', kind: 'choice', value: item.type, options: documentTypes.map(({ id, title }) => [id, title]) },
  ], say('assign'), async ({ submission, type }) => {
    const json = { submission: isId(submission) ? submission : await meant(item.journey, submission), type }
    return (await send('POST', `/v1/mail/${item.id}/assignment`, { json })).json()
  })
  if (!done) return
  announce(say('mailAssigned'))
  await again()
}

/** What is open and has this reference, or the only one whose reference has this in it. */
async function meant(journey, reference) {
  const items = []
  // A part may be short, or empty, and the very one in a later part.
  for (let after; ;) {
    const found = await read('/v1/submissions' + query({ journey, state: 'draft,needs_input', reference, limit: 6, cursor: after }))
    items.push(...found.items)
    after = found.next && new URL(found.next, location.href).searchParams.get('cursor')
    if (!after || items.some((item) => item.reference === reference) || items.length >= 50) break
  }
  const same = items.filter((item) => item.reference === reference)
  const [found, ...others] = same.length ? same : items
  if (!found) throw new Trouble('none-meant', 404)
  if (others.length) throw new Trouble('several-meant', 409, { references: items.map((item) => item.reference).join(', ') })
  return found.id
}

async function discard({ id }) {
  if (!await confirmed('DELETE', '/v1/mail/' + id)) return
  announce(say('discarded', { n: number(1) }))
  await again()
}
