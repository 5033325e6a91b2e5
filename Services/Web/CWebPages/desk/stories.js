// What happened to one submission; and where something is found of which one has the id.
import { h, say, knows, button, announce } from './dom.js'
import { read, send, query } from './api.js'
import { link, go } from './app.js'
import { form } from './acts.js'
import { tableOf } from './table.js'
import { moment, brief, exact, time } from './times.js'

const stateName = (state) => knows('state.' + state) ? say('state.' + state) : state

/** What a story tells of that did not go well. */
const bad = new Set(['retry', 'parked', 'dead-letter', 'held'])

/** Where something that was found is shown. */
const placeOf = ({ kind, id, tenant, title }) => {
  const ofEvent = kind === 'event' && title.match(/[0-9a-f-]{36}$/)?.[0]
  if (kind === 'submission' || ofEvent) return '/desk/stories?id=' + (ofEvent || id)
  if (kind === 'key') return '/desk/keys' + query({ tenant })
  if (kind === 'hold') return '/desk/holds' + query({ tenant })
  if (kind === 'endpoint') return '/desk/deliveries' + query({ endpoint: id })
  if (kind === 'delivery') return '/desk/deliveries' + query({ tenant, delivery: id })
}

function search(text) {
  const input = h('input', { type: 'search', name: 'q', 'aria-label': say('searchFor'), placeholder: say('searchFor'), spellcheck: 'false', autocapitalize: 'off', required: true, maxlength: 256, id: 'q' })
  input.value = text
  return h('form.search', { role: 'search', onsubmit: (event) => { event.preventDefault(); go('/desk/stories' + query({ q: input.value.trim() })) } }, input, h('button.main', { type: 'submit' }, say('search')))
}

export async function stories({ query: asked }) {
  const id = asked.get('id') ?? '', text = asked.get('q') ?? ''
  if (id) return story(id)
  const heading = [h('h1', {}, say('place.stories')), search(text)]
  if (!text) return { title: say('place.stories'), content: [...heading, h('p.quiet', {}, say('searchHint'))], shown: () => document.getElementById('q').focus() }
  const { items } = await read('/v1/admin/search' + query({ q: text }))
  if (items.length === 1 && items[0].kind === 'submission') {
    await go(placeOf(items[0]), { replace: true })
    return { title: '', content: [] }
  }
  const list = tableOf({
    label: say('found'), file: 'found', items, key: ({ kind, id }) => kind + id, none: 'nothingFound', columns: [
      { id: 'id', of: (item) => item.id, show: (item) => { const place = placeOf(item); return place ? link(place, item.id) : item.id } },
      { id: 'kind', of: ({ kind }) => kind, show: ({ kind }) => knows('kind.' + kind) ? say('kind.' + kind) : kind }, { id: 'title', of: ({ title }) => title }, { id: 'tenant', of: ({ tenant }) => tenant },
    ],
  })
  return { title: say('place.stories'), content: [...heading, list.element] }
}

async function story(id) {
  const found = await read('/v1/admin/stories/' + encodeURIComponent(id))
  const all = Math.max(1, found.stages.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  const bar = (share) => { const element = h('span.share', { 'aria-hidden': 'true' }); element.style.inlineSize = Math.max(.5, share * 100) + '%'; return element }
  const open = () => form(say('breakGlass'), say('breakGlassText'), [{ name: 'reason', required: true, least: 5 }], say('breakGlass'), async ({ reason }) => {
    const { until } = await (await send('POST', '/v1/admin/glass', { json: { submission: found.submission, reason } })).json()
    announce(say('glassUntil', { time: moment(until) }))
    glass.replaceChildren(h('p', {}, say('glassUntil', { time: moment(until) })), await contents(found.submission))
    glass.hidden = false
  }, 'danger')
  const glass = h('section.card', { hidden: true, 'aria-label': say('documents') })
  const line = (one) => h('li', { 'data-kind': one.kind, 'data-bad': String(bad.has(one.kind)) },
    h('span.line-time', {}, time(one.time, exact(one.time))),
    h('div', {}, h('p', {}, h('span.chip', {}, say('line.' + one.kind)), ' ', bad.has(one.kind) ? h('strong', {}, one.what) : one.what, one.sequence != null && h('span.quiet', {}, ` #${one.sequence}`)),
      one.note && h('p.quiet', {}, one.note), (one.record || one.milliseconds != null) && h('p.due', {}, [one.record, one.milliseconds != null && '+' + brief(one.milliseconds)].filter(Boolean).join(' · '))))
  return {
    title: found.submission,
    content: [
      h('div', {}, link('/desk/stories', say('place.stories')), h('h1.id', {}, found.submission)),
      h('dl.figures', {}, [['state', stateName(found.state)], ['tenant', found.tenant], ['journey', found.journey], ['createdAt', moment(found.createdAt)], ...(found.erasedAt ? [['erasedAt', moment(found.erasedAt)]] : [])].map(([name, value]) => h('div', {}, h('dt', {}, say('column.' + name)), h('dd', {}, value)))),
      ...found.hindrances.map(({ stage, cause, by, reason }) => h('p.notice.warm', {}, say('hindered', { stage, cause, by: by ?? '' }), reason ? ' ' + reason : '')),
      h('div.row', {}, link('/desk/deliveries?submission=' + found.submission, say('place.deliveries')), link('/desk/audit?submission=' + found.submission, say('place.audit')), found.erasedAt ? '' : button('small', say('breakGlass'), open, { id: 'glass' })),
      glass,
      found.stages.length > 0 && h('section.card', { 'aria-labelledby': 'took' }, h('h2', { id: 'took' }, say('took')), h('dl.shares', {}, found.stages.map(({ state, milliseconds }) => [h('dt', {}, stateName(state)), h('dd', {}, bar(milliseconds / all), h('span', {}, brief(milliseconds)))]))),
      h('section.card', { 'aria-labelledby': 'line' }, h('h2', { id: 'line' }, say('timeline')), h('ol.timeline', {}, found.lines.map(line))),
    ].filter(Boolean),
  }
}

/** What the broken glass shows: the documents and the pages' pictures. */
async function contents(submission) {
  const { documents } = await read('/v1/submissions/' + submission)
  return h('ul.contents', {}, documents.map((document) => h('li', {}, h('h3', {}, document.type), h('div.row', {}, document.pages.map((page, index) =>
    h('a', { href: `/v1/submissions/${submission}/documents/${document.id}/pages/${page.id}/preview`, target: '_blank', rel: 'noreferrer' }, say('page', { n: index + 1 })))))))
}
