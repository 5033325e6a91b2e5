// Who did what, of all tenants.
import { h, say } from './dom.js'
import { query } from './api.js'
import { link } from './app.js'
import { table, filters, wanted } from './table.js'
import { moment } from './times.js'

/** The columns of the trail; erasures are shown by the same. */
export const trail = [
  { id: 'time', of: (item) => item.time, show: (item) => h('time', { datetime: item.time }, moment(item.time)) },
  { id: 'actor', of: ({ actor }) => actor }, { id: 'action', of: ({ action }) => action }, { id: 'resource', of: ({ resource }) => resource },
  { id: 'tenant', of: ({ tenant }) => tenant },
  { id: 'submission', of: ({ submission }) => submission, show: ({ submission }) => submission ? link('/desk/stories?id=' + submission, submission) : '–' },
  { id: 'basis', of: ({ basis }) => basis }, { id: 'address', of: ({ address }) => address }, { id: 'note', of: ({ note }) => note },
]

export async function audit({ query: asked }) {
  const names = ['tenant', 'actor', 'action', 'submission', 'after', 'before']
  const list = await table({ name: 'audit', path: '/v1/admin/audit' + query({ ...wanted(asked, names), limit: 100 }), columns: trail })
  return {
    title: say('place.audit'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.audit')), list.csv),
      filters('/desk/audit', asked, names.map((name) => ({ name, kind: name === 'after' || name === 'before' ? 'time' : 'text' }))), list.element],
  }
}
