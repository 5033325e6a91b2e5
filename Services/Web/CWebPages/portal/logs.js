// Who did what to endpoints, deliveries, keys and links; and what the tenant's own programs were refused.
import { h, say } from '../desk/dom.js'
import { table } from '../desk/table.js'
import { number, time } from '../desk/times.js'

export async function logs() {
  const [refused, acts] = await Promise.all([
    table({
      name: 'refused', label: say('refused'), path: '/v1/integration/refused-requests?limit=100', none: 'noRefused', key: ({ minute, operation, actor, status, problem }) => [minute, operation, actor, status, problem].join(' '), columns: [
        { id: 'time', of: ({ minute }) => minute, show: ({ minute }) => time(minute) },
        { id: 'request', of: ({ method, path, operation }) => path ? `${method} ${path}` : operation, show: ({ method, path, operation }) => h('code', {}, path ? `${method} ${path}` : operation) },
        { id: 'status', of: ({ status }) => status },
        { id: 'problem', of: ({ problem }) => problem, show: ({ problem }) => /^[a-z-]+$/.test(problem) ? h('a', { href: '/problems/' + problem, target: '_blank', rel: 'noreferrer noopener' }, problem) : problem },
        { id: 'actor', of: ({ actor }) => actor }, { id: 'count', of: ({ count }) => count, show: ({ count }) => number(count) },
      ],
    }),
    table({
      name: 'acts', label: say('acts'), path: '/v1/integration/audit?limit=50', none: 'noActs', columns: [
        { id: 'time', of: (item) => item.time, show: (item) => time(item.time) }, { id: 'actor', of: ({ actor }) => actor }, { id: 'action', of: ({ action }) => action },
        { id: 'resource', of: ({ resource }) => resource, show: ({ resource }) => h('code', {}, resource) }, { id: 'note', of: ({ note }) => note },
      ],
    }),
  ])
  return {
    title: say('place.logs'),
    content: [h('h1', {}, say('place.logs')),
      h('section.part', {}, h('div.row.between', {}, h('h2', {}, say('refused')), refused.csv), h('p.quiet', {}, say('refusedText')), refused.element),
      h('section.part', {}, h('div.row.between', {}, h('h2', {}, say('acts')), acts.csv), h('p.quiet', {}, say('actsText')), acts.element)],
  }
}
