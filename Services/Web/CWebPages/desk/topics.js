// The topics of the broker, and the live tail of one that an address names.
import { h, say } from './dom.js'
import { link } from './app.js'
import { table } from './table.js'
import { tail } from './tail.js'
import { number } from './times.js'

export async function topics(view) {
  if (view.query.get('topic')) return tail(view)
  const list = await table({
    name: 'topics', path: '/v1/admin/topics', key: ({ topic }) => topic, columns: [
      { id: 'topic', of: ({ topic }) => topic, show: ({ topic }) => link('/desk/topics?topic=' + encodeURIComponent(topic), topic) },
      { id: 'partitions', of: ({ partitions }) => partitions }, { id: 'records', of: ({ records }) => records, show: ({ records }) => records == null ? '–' : number(records) },
    ],
  })
  return { title: say('place.topics'), content: [h('div.row.between', {}, h('h1', {}, say('place.topics')), list.csv), list.element] }
}
