// What the queue and a review both need: the next one to decide on, and what a rule is called.
import { say, knows } from './dom.js'
import { read, send, query } from './api.js'

/** What a rule is called; its id's last part where it is one of an installation's own. */
export const ruleName = (rule) => knows('rule.' + rule) ? say('rule.' + rule) : rule.split('.').pop().replaceAll('-', ' ')

/** What waits longest and is free, as one's own; else what one has begun and left. Nothing where there is neither. */
export async function claimNext(journey, after) {
  const response = await send('POST', '/v1/review/claims', { json: { ...(after ? { after } : {}), ...(journey ? { journey } : {}) } })
  if (response.status !== 204) return (await response.json()).submission
  const { items } = await read('/v1/review/queue' + query({ claim: 'mine', journey, limit: 5 }))
  return items.find(({ submission, held }) => submission !== after && !held)?.submission
}
