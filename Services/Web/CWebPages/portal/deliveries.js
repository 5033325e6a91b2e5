// What was told to whom, each try with what was answered, and telling it again.
import { h, say, button, dialog, announce } from '../desk/dom.js'
import { read, send, query } from '../desk/api.js'
import { doing, pretty } from '../desk/acts.js'
import { table } from '../desk/table.js'
import { time, brief } from '../desk/times.js'
import { again, link } from './app.js'

const states = ['pending', 'delivered', 'given_up']

/** The newest first; `filter` as the gateway takes it. */
export const deliveriesOf = (filter) => table({
  name: 'deliveries', path: '/v1/deliveries' + query({ ...filter, limit: 50 }), none: 'noDeliveries', columns: [
    { id: 'plannedAt', of: ({ plannedAt }) => plannedAt, show: ({ plannedAt }) => time(plannedAt) },
    { id: 'state', of: ({ state }) => state, show: ({ state }) => state === 'given_up' ? h('strong.bad-text', {}, say('told.given_up')) : say('told.' + state) },
    { id: 'answer', of: ({ status, error }) => error ?? status },
    { id: 'type', of: ({ type }) => type },
    { id: 'submission', of: ({ submission }) => submission, show: ({ submission }) => h('code', {}, submission) },
    ...filter.endpoint ? [] : [{ id: 'endpoint', of: ({ endpoint }) => endpoint, show: ({ endpoint }) => link('/portal/endpoint?id=' + encodeURIComponent(endpoint), endpoint) }],
    { id: 'attempts', of: ({ attempts }) => attempts },
    { id: 'nextAt', of: ({ nextAt }) => nextAt, show: ({ nextAt }) => nextAt ? time(nextAt) : '–' },
    { id: 'act', show: ({ id, state }) => h('div.row', {},
      button('small', say('tries'), doing(() => tries(id)), { id: 'tries-' + id, 'aria-label': say('triesOf', { id }) }),
      state !== 'delivered' && button('soft.small', say('sendAgain'), doing(() => retry(id)), { id: 'retry-' + id, 'aria-label': say('sendAgainOne', { id }) })) },
  ],
})

async function retry(id) {
  await send('POST', `/v1/deliveries/${encodeURIComponent(id)}/retry`)
  await again()
  announce(say('sentAgain'))
}

/** One exchange: what was sent, and what was answered; bounded and without secrets by the gateway. */
export function exchange({ attempt, beganAt, taken, status, error, milliseconds, request, response }) {
  const isTaken = taken ?? (status >= 200 && status < 300)
  return h('section.try', { 'data-taken': String(isTaken) },
    attempt && h('h3', {}, say('tryN', { n: attempt }), ' · ', time(beganAt)),
    h('p', {}, h(isTaken ? 'strong.good-text' : 'strong.bad-text', {}, status ? say('answered', { status }) : say('notAnswered')), ' · ', brief(milliseconds)),
    error && h('p', {}, error),
    h('details', {}, h('summary', {}, say('sent')), pretty(lines(request.target, request.headers))),
    response && h('details', { open: true }, h('summary', {}, say('answer')), pretty(lines('', response.headers) + '\n' + response.excerpt)))
}

const lines = (first, headers) => [...first ? [first] : [], ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`), ''].join('\n')

async function tries(id) {
  const found = await read('/v1/deliveries/' + encodeURIComponent(id))
  await dialog(found.type, (box) => box.append(h('p.quiet', {}, found.submission),
    h('div.tries', {}, found.tries?.length ? found.tries.map(exchange) : h('p', {}, say('noTries')))), 'broad')
}

export async function deliveries({ query: asked }) {
  const state = states.includes(asked.get('state')) ? asked.get('state') : undefined
  const list = await deliveriesOf({ state })
  const tabs = [undefined, ...states].map((one) => {
    const tab = link('/portal/deliveries' + query({ state: one }), one ? say('told.' + one) : say('any'))
    if (one === state) tab.setAttribute('aria-current', 'true')
    return tab
  })
  return {
    title: say('place.deliveries'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.deliveries')), list.csv), h('nav.tabs', { 'aria-label': say('column.state') }, tabs), list.element],
  }
}
