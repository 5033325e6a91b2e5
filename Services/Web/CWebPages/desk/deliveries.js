// What was told to whom: the endpoints, and what is sent to them.
import { h, say, knows, button, announce, dialog } from './dom.js'
import { read, send, query } from './api.js'
import { go, link } from './app.js'
import { doing, pretty } from './acts.js'
import { table, filters, wanted } from './table.js'
import { number, time } from './times.js'

const word = (state) => knows('told.' + state) ? say('told.' + state) : state

export async function deliveries({ query: asked }) {
  const filter = wanted(asked, ['tenant', 'endpoint', 'submission', 'state', 'since'])
  const bar = h('div.row.bar', { role: 'group', 'aria-label': say('chosen') })
  const isNarrow = filter.tenant || filter.endpoint || filter.submission
  let chosen = []
  const [list, endpoints] = await Promise.all([
    table({
      name: 'deliveries', path: '/v1/admin/deliveries' + query({ ...filter, limit: 50 }), select: { changed: tell }, columns: [
        { id: 'plannedAt', of: ({ plannedAt }) => plannedAt, show: (item) => [time(item.plannedAt), button('small', say('show'), doing(() => show(item.id)), { id: 'show-' + item.id, 'aria-label': say('showOne', { id: item.id }) })] },
        { id: 'state', of: ({ state }) => state, show: ({ state }) => state === 'given_up' ? h('strong.bad-text', {}, word(state)) : word(state) }, { id: 'type', of: ({ type }) => type },
        { id: 'submission', of: ({ submission }) => submission, show: ({ submission }) => link('/desk/stories?id=' + submission, submission) },
        { id: 'endpoint', of: ({ endpoint }) => endpoint, show: ({ endpoint }) => link('/desk/deliveries?endpoint=' + encodeURIComponent(endpoint), endpoint) }, { id: 'tenant', of: ({ tenant }) => tenant }, { id: 'attempts', of: ({ attempts }) => attempts },
        { id: 'answer', of: ({ status, error }) => error ?? status }, { id: 'nextAt', of: ({ nextAt }) => nextAt, show: ({ nextAt }) => nextAt ? time(nextAt) : '–' },
      ],
    }),
    table({
      name: 'endpoints', label: say('endpoints'), path: '/v1/admin/endpoints' + query({ tenant: filter.tenant }), none: 'noEndpoints', columns: [
        { id: 'address', of: ({ url }) => url, show: ({ id, url, name }) => [link('/desk/deliveries?endpoint=' + id, name ?? url), name && h('span.due', {}, url)] }, { id: 'tenant', of: ({ tenant }) => tenant },
        { id: 'state', of: ({ state }) => state, show: ({ state, disabledBecause, failingSince }) => [state === 'enabled' ? word(state) : h('strong.bad-text', {}, word(state)), (disabledBecause || failingSince) && h('span.due', {}, disabledBecause ?? time(failingSince))] },
        { id: 'events', of: ({ events }) => events.join(' '), show: ({ events }) => events.join(', ') || say('allOutcomes') }, { id: 'createdAt', of: ({ createdAt }) => createdAt, show: ({ createdAt }) => time(createdAt) },
      ],
    }),
  ])
  function tell(ids) {
    chosen = ids
    bar.replaceChildren(h('span', {}, ids.length ? say('nChosen', { n: number(ids.length) }) : isNarrow ? say('allOfThese') : say('chooseSome')), button('main', say('sendAgain'), doing(retry), { id: 'retry', disabled: !ids.length && !isNarrow }))
  }
  tell([])
  async function retry() {
    const all = Object.fromEntries(['tenant', 'endpoint', 'submission'].filter((name) => filter[name]).map((name) => [name, filter[name]]))
    const { deliveries: n } = await (await send('POST', '/v1/admin/deliveries/retry', { json: chosen.length ? { ids: chosen } : all })).json()
    announce(say('sentAgain', { n: number(n) }))
    await go(location.pathname + location.search)
  }
  const wants = asked.get('delivery')
  return {
    title: say('place.deliveries'), shown: () => { if (wants) doing(() => show(wants))() },
    content: [h('div.row.between', {}, h('h1', {}, say('place.deliveries')), list.csv),
      filters('/desk/deliveries', asked, [{ name: 'state', kind: 'choice', options: ['pending', 'delivered', 'given_up'].map((state) => [state, word(state)]) }, { name: 'tenant' }, { name: 'submission' }, { name: 'endpoint' }, { name: 'since', kind: 'time' }]),
      bar, list.element, h('section.part', {}, h('div.row.between', {}, h('h2', {}, say('endpoints')), endpoints.csv), endpoints.element)],
  }
}

async function show(id) {
  const found = await read('/v1/admin/deliveries/' + encodeURIComponent(id))
  await dialog(found.type, (box) => box.append(h('p.quiet', {}, found.id), pretty(found)), 'broad')
}
