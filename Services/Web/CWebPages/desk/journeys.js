// What can be submitted, and what other rules would have made of the past.
import { h, say, button } from './dom.js'
import { read, send } from './api.js'
import { link } from './app.js'
import { form, command } from './acts.js'
import { table, tableOf } from './table.js'
import { number, percent, time } from './times.js'

export async function journeys({ isCurrent }) {
  const list = await table({
    name: 'journeys', path: '/v1/admin/journeys', columns: [
      { id: 'journey', of: ({ id }) => id }, { id: 'title', of: ({ title }) => title },
      { id: 'version', of: ({ version }) => version, show: ({ version }) => h('code', { title: version }, short(version)) },
      { id: 'versions', of: ({ versions }) => versions.length, show: ({ version, versions }) => versions.length === 0 ? say('noVersions') : h('ul.plain', {}, versions.map((one) => h('li', {}, h('code', { title: one.version }, short(one.version)), ' ', time(one.recordedAt), one.version === version && h('span.due', {}, say('offeredNow'))))) },
    ],
  })
  const result = h('section.card', { hidden: true, 'aria-live': 'polite', 'aria-label': say('whatIf') })
  const ask = async () => {
    const report = await form(say('whatIf'), say('whatIfText'), [
      { name: 'journey', kind: 'choice', options: list.page.items.map(({ id }) => id) }, { name: 'file', kind: 'file', required: true, accept: '.yaml,.yml', hint: say('whatIfFile') },
      { name: 'days', kind: 'choice', options: ['30', '7', '90', '365'] }, { name: 'tenant' },
    ], say('whatIfTry'), async ({ journey, file, days, tenant }) => {
      const json = { journey, file: await file.text(), seconds: Number(days) * 86400, ...(tenant && { tenant }) }
      return { ...(await (await send('POST', '/v1/admin/journeys/what-if', { json })).json()), days }
    })
    if (!report || !isCurrent()) return
    result.replaceChildren(...picture(report))
    result.hidden = false
    result.querySelector('h2').focus()
  }
  return {
    title: say('place.journeys'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.journeys')), h('div.row', {}, list.csv, button('main', say('whatIf'), ask, { id: 'what-if' }))), list.element, result],
  }
}

const short = (version) => version.replace(/^sha256:/, '').slice(0, 12)

/** Who would be hit, as bars: of all, by how their decision would change, and by which rule. */
function picture({ journey, version, submissions, decidedOtherwise, changes, rules, reviews, days }) {
  const share = (count) => submissions ? count / submissions : 0
  const bar = (count, kind) => { const element = h('span.share' + (kind ? '.' + kind : ''), { 'aria-hidden': 'true' }); element.style.inlineSize = Math.max(.3, share(count) * 100) + '%'; return element }
  const line = (words, count, kind, more) => [h('dt', {}, words), h('dd', {}, bar(count, kind), h('span', {}, `${number(count)} · ${percent(share(count))}`, more && h('span.due', {}, more)))]
  // Worse for the person, or better.
  const order = ['accepted', 'accepted_with_warnings', 'refused'], kindOf = ({ from, to }) => order.indexOf(to) > order.indexOf(from) ? 'hit' : ''
  const same = submissions - decidedOtherwise
  return [
    h('h2', { tabindex: '-1' }, say('whatIfOf', { journey })),
    h('p', {}, say('whatIfSaid', { n: number(decidedOtherwise), all: number(submissions), days: number(Number(days)) }), ' ', h('code', { title: version }, short(version))),
    submissions === 0 ? h('p.notice.warm', {}, say('whatIfNone')) : h('dl.shares.hits', {}, changes.map((change) => line(`${say('decision.' + change.from)} → ${say('decision.' + change.to)}`, change.submissions, kindOf(change))), line(say('whatIfSame'), same, 'same')),
    rules.length > 0 && tableOf({ label: say('whatIfRules'), file: 'what-if', items: rules, key: ({ rule }) => rule, columns: [
      { id: 'rule', of: ({ rule }) => rule, show: ({ rule }) => h('code', {}, rule) },
      { id: 'added', of: ({ added }) => added, show: ({ added }) => [number(added), bar(added, 'hit')] }, { id: 'removed', of: ({ removed }) => removed, show: ({ removed }) => [number(removed), bar(removed)] },
      { id: 'examples', of: ({ examples }) => examples.join(' '), show: ({ examples }) => examples.map((id) => h('div', {}, link('/desk/stories?id=' + id, id))) },
    ] }).element,
    reviews.rules.length > 0 && tableOf({ label: say('whatIfReviews'), file: 'what-if-reviews', items: reviews.rules, key: ({ rule }) => rule, columns: [
      { id: 'rule', of: ({ rule }) => rule, show: ({ rule }) => h('code', {}, rule) },
      { id: 'caught', of: ({ caught }) => caught, show: ({ caught }) => say('ofAll', { n: number(caught), all: number(reviews.refused) }) }, { id: 'hurt', of: ({ hurt }) => hurt, show: ({ hurt }) => say('ofAll', { n: number(hurt), all: number(reviews.accepted) }) },
    ] }).element,
    h('h3', {}, say('elsewhere')), command(`docket journeys what-if ${journey}.yaml --since ${days}d`),
  ].filter(Boolean)
}
