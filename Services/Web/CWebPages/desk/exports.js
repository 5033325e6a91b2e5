// What is held of a person, given out: looked up, asked for with a reason, and downloaded while the glass is broken.
import { h, say, button, announce, size } from './dom.js'
import { read, send, query } from './api.js'
import { link } from './app.js'
import { form, doing, command } from './acts.js'
import { table, tableOf, filters, wanted } from './table.js'
import { trail } from './audit.js'
import { moment, time } from './times.js'

export async function exports({ query: asked }) {
  const who = wanted(asked, ['submission', 'tenant', 'subject'])
  const isAsked = who.submission || who.subject
  const opened = h('section.card', { hidden: true, 'aria-label': say('place.exports') })
  const taken = await table({
    name: 'exports', label: say('exportsTaken'), file: 'exports', path: '/v1/admin/audit' + query({ action: 'submission.export', tenant: who.tenant, limit: 100 }), none: 'noExports', columns: trail,
  })
  const found = isAsked && tableOf({
    label: say('found'), file: 'found', items: (await read('/v1/admin/exports' + query(who))).items, key: ({ submission }) => submission, none: 'nothingFound', columns: [
      { id: 'submission', of: ({ submission }) => submission, show: ({ submission }) => link('/desk/stories?id=' + submission, submission) }, { id: 'tenant', of: ({ tenant }) => tenant }, { id: 'state', of: ({ state }) => state },
      { id: 'createdAt', of: ({ createdAt }) => createdAt, show: ({ createdAt }) => time(createdAt) },
      { id: 'act', show: ({ submission, erasedAt }) => erasedAt ? say('erasedAlready') : button('main.small', say('takeExport'), () => open(submission), { id: 'take-' + submission, 'aria-label': say('takeOne', { id: submission }) }) },
    ],
  })
  async function open(submission) {
    const done = await form(say('breakGlass'), say('exportText'), [{ name: 'reason', required: true, least: 5 }], say('takeExport'), async ({ reason }) => {
      const { until } = await (await send('POST', '/v1/admin/glass', { json: { submission, reason } })).json()
      return { until, files: (await read(`/v1/admin/exports/${submission}/files`)).items }
    }, 'danger')
    if (!done) return
    announce(say('glassUntil', { time: moment(done.until) }))
    const path = `/v1/admin/exports/${submission}`
    opened.replaceChildren(h('h2', { tabindex: '-1' }, submission), h('p', {}, say('glassUntil', { time: moment(done.until) })),
      h('ul.contents', {}, h('li', {}, h('a', { href: path, download: submission + '.json' }, 'export.json')), done.files.map(({ name, digest, size: bytes }) =>
        h('li', {}, bytes == null ? h('span.bad-text', {}, say('fileGone', { name })) : [h('a', { href: `${path}/files/${digest}`, download: name.split('/').at(-1) }, name), ' ', h('span.quiet', {}, size(bytes))]))),
      h('h3', {}, say('elsewhere')), command(`docket export ${submission} --reason '…' --to ${submission}`))
    opened.hidden = false
    opened.querySelector('h2').focus()
  }
  return {
    title: say('place.exports'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.exports')), found ? found.csv : taken.csv), h('p.quiet', {}, say('exportsAbout')),
      filters('/desk/exports', asked, [{ name: 'submission' }, { name: 'tenant' }, { name: 'subject' }]), found ? found.element : '', opened,
      h('section.part', {}, h('h2', {}, say('exportsTaken')), taken.element)].filter(Boolean),
  }
}
