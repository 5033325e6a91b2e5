// The topics of the broker, and how much lies on them.
import { h, say } from '../dom.js'
import { table } from './table.js'
import { number } from './times.js'

export async function topics() {
  const list = await table({
    name: 'topics', path: '/v1/admin/topics', key: ({ topic }) => topic, columns: [
      { id: 'topic', of: ({ topic }) => topic },
      { id: 'partitions', of: ({ partitions }) => partitions }, { id: 'records', of: ({ records }) => records, show: ({ records }) => records == null ? '–' : number(records) },
    ],
  })
  return { title: say('place.topics'), content: [h('div.row.between', {}, h('h1', {}, say('place.topics')), list.csv), list.element] }
}
