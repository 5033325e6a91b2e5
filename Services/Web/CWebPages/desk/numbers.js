// What was decided, by oneself and by the team.
import { h, say } from './dom.js'
import { read } from './api.js'
import { go } from './app.js'
import { number, percent, span } from './times.js'

export async function numbers({ query }) {
  const days = Number(query.get('days')) || 30
  const { mine, team } = await read('/v1/review/numbers?days=' + days)
  const cells = [
    ['decided', (of) => number(of.decided)], ['accepted', (of) => number(of.accepted)], ['refused', (of) => number(of.refused)],
    ['median', (of) => of.medianSeconds == null ? '–' : span(of.medianSeconds)], ['overturned', (of) => number(of.overturned)],
    ['agreement', (of) => of.agreement == null ? '–' : percent(of.agreement)],
  ]
  return {
    title: say('place.numbers'),
    content: [
      h('div.row.between', {}, h('h1', {}, say('place.numbers')), h('label.choice-field', {}, h('span', {}, say('days')),
        h('select', { onchange: (event) => go('/desk/review/numbers?days=' + event.target.value) }, [7, 30, 90].map((n) => h('option', { value: n, selected: n === days }, number(n)))))),
      h('section.card', { 'aria-labelledby': 'mine' }, h('h2', { id: 'mine' }, say('numbers.mine')),
        h('dl.figures', {}, cells.map(([name, show]) => h('div', {}, h('dt', {}, say('numbers.' + name)), h('dd', {}, show(mine)))))),
      team.length > 0 && h('div.table', { tabindex: '0', role: 'region', 'aria-label': say('numbers.team') }, h('table', {}, h('caption', {}, say('numbers.team')),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, say('numbers.name')), cells.map(([name]) => h('th', { scope: 'col' }, say('numbers.' + name))))),
        h('tbody', {}, team.map((of) => h('tr', {}, h('th', { scope: 'row', title: of.actor }, of.name), cells.map(([, show]) => h('td', {}, show(of)))))))),
      h('p.quiet', {}, say('numbers.about')),
    ].filter(Boolean),
  }
}
