import type { Extract, Relation } from '../osm/extract.ts'

/** Whether driving from one way over a node onto another way is forbidden. Ways by id, the node by index. */
export type IsForbidden = (fromWay: number, viaNode: number, toWay: number) => boolean

/** Whether a relation is a turn restriction for a taxi, and of which kind; null when it is none. */
export function bindsTaxis({ tags }: Relation): 'no' | 'only' | null {
  if (tags.type !== 'restriction' || /\b(psv|taxi|motorcar)\b/.test(tags.except ?? '')) return null
  const kind = tags['restriction:motorcar'] ?? tags.restriction ?? ''
  return kind.startsWith('no_') ? 'no' : kind.startsWith('only_') ? 'only' : null
}

/** Reads the turn restrictions over a node (`no_*` and `only_*`) that bind a taxi. */
export function readRestrictions(extract: Extract): IsForbidden {
  const no = new Set<string>()
  const only = new Map<string, Set<number>>()
  for (const relation of extract.relations) {
    const kind = bindsTaxis(relation)
    if (!kind) continue
    const { members } = relation
    const from = members.filter((member) => member.role === 'from' && member.type === 'way')
    const to = members.filter((member) => member.role === 'to' && member.type === 'way')
    const [via] = members.filter((member) => member.role === 'via' && member.type === 'node')
    const node = via ? extract.nodes.find(via.id) : -1
    if (node < 0) continue
    for (const { id: fromId } of from) {
      for (const { id: toId } of to) {
        // Nobody turns round at a junction anyway, and the rule must not stop who drives straight on.
        if (fromId === toId) continue
        if (kind === 'no') no.add(`${fromId} ${node} ${toId}`)
        else {
          const key = `${fromId} ${node}`
          only.set(key, (only.get(key) ?? new Set()).add(toId))
        }
      }
    }
  }
  return (fromWay, viaNode, toWay) =>
    no.has(`${fromWay} ${viaNode} ${toWay}`) || only.get(`${fromWay} ${viaNode}`)?.has(toWay) === false
}
