// Where a tail begins, where a record lies, and what shows the same in a terminal.

/** Of a record's `topic/partition/offset`. */
export const placeOf = (id = '') => { const [, topic, partition, offset] = id.match(/^(.*)\/(\d+)\/(\d+)$/) ?? []; return { topic, partition, offset } }

/** The ways to say where to begin, and which one an address uses. */
export const starts = ['now', 'ago', 'time', 'offset', 'beginning']
export const startOf = (from) => !from || from === 'now' ? 'now' : from === 'beginning' ? 'beginning' : /^\d+:/.test(from) ? 'offset' : /^\d+(ms|s|m|h|d)$/.test(from) ? 'ago' : 'time'

/** A text as one word of a shell. */
const shell = (text) => /^[\w.\/:=@-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'"
const kcat = (topic, more) => `kcat -b "$KAFKA_BOOTSTRAP_SERVERS" -C -t ${shell(topic)} ${more}`

/** Of one record. */
export const recordCommands = (topic, partition, offset) => [
  `docket tail --topic ${shell(topic)} --offset ${offset} --no-follow --json --where 'partition == ${partition} and offset == ${offset}'`,
  kcat(topic, `-p ${partition} -o ${offset} -c 1`)]

const lengths = { ms: 1, s: 1000, m: 60000, h: 3600000, d: 86400000 }
const longAgo = (from) => { const [, count, unit] = from.match(/^(\d+)(ms|s|m|h|d)$/); return count * lengths[unit] }

/** Of a topic from somewhere on. Each command takes one place to begin at: of several offsets it is that of the first partition. */
export function commands({ topic, where, from, partition }) {
  const start = startOf(from)
  const [only, offset] = start === 'offset' ? from.split(',')[0].split(':') : [partition]
  const kept = [where && (only ? `(${where})` : where), only && `partition == ${only}`].filter(Boolean).join(' and ')
  const begin = { now: '', beginning: ' --from-beginning', offset: ` --offset ${offset}` }[start] ?? ` --since ${shell(from)}`
  const at = { now: 'end', beginning: 'beginning', offset, ago: () => `s@${Date.now() - longAgo(from)}`, time: () => `s@${Date.parse(from)}` }[start]
  return [`docket tail --topic ${shell(topic)}${begin}${kept ? ' --where ' + shell(kept) : ''}`, kcat(topic, `${only ? `-p ${only} ` : ''}-o ${typeof at === 'function' ? at() : at}`)]
}
