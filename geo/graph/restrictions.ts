import type { Extract } from '../osm/extract.ts'

/** Whether driving from one way over a node onto another way is forbidden. Ways by id, the node by index. */
export type IsForbidden = (fromWay: number, viaNode: number, toWay: number) => boolean

/** Reads the turn restrictions over a node (`no_*` and `only_*`) that bind a taxi. */
export function readRestrictions(extract: Extract): IsForbidden {
  const no = new Set<string>()
  const only = new Map<string, Set<number>>()
  for (const { members, tags } of extract.relations) {
    if (tags.type !== 'restriction') continue
    const kind = tags['restriction:motorcar'] ?? tags.restriction ?? ''
    if (/\b(psv|taxi|motorcar)\b/.test(tags.except ?? '')) continue
    const from = members.filter((member) => member.role === 'from' && member.type === 'way')
    const to = members.filter((member) => member.role === 'to' && member.type === 'way')
    const [via] = members.filter((member) => member.role === 'via' && member.type === 'node')
    const node = via ? extract.nodes.find(via.id) : -1
    if (node < 0) continue
    for (const { id: fromId } of from) {
      for (const { id: toId } of to) {
        // Nobody turns round at a junction anyway, and the rule must not stop who drives straight on.
        if (fromId === toId) continue
        if (kind.startsWith('no_')) no.add(`${fromId} ${node} ${toId}`)
        else if (kind.startsWith('only_')) {
          const key = `${fromId} ${node}`
          only.set(key, (only.get(key) ?? new Set()).add(toId))
        }
      }
    }
  }
  return (fromWay, viaNode, toWay) =>
    no.has(`${fromWay} ${viaNode} ${toWay}`) || only.get(`${fromWay} ${viaNode}`)?.has(toWay) === false
}
