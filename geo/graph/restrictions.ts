import type { Extract, Relation } from '../osm/extract.ts'

/** Whether it is forbidden to drive from one way over a node onto another way. The ways are given by id, the node by index. */
export type IsForbidden = (fromWay: number, viaNode: number, toWay: number) => boolean

/**
 * Rules for turns at one node, by way ids. `no` lists the forbidden turns. `only` contains, for each way with such a rule, the
 * ways onto which cars may turn.
 */
interface Rules {
  no: { from: number; to: number }[]
  only: Map<number, Set<number>>
}

// Tag keys of turn restrictions for one class of vehicles: all classes that include taxis, the most specific first.
const KINDS = ['taxi', 'psv', 'motorcar', 'motor_vehicle', 'vehicle'].map((vehicle) => `restriction:${vehicle}`)

/**
 * Returns whether a relation forbids (`no`) or requires (`only`) a turn for a taxi; null if it does neither. Conditional
 * restrictions (`restriction:conditional`) are ignored, because the time of the drive is unknown at the time of the quote.
 */
export function bindsTaxis({ tags }: Relation): 'no' | 'only' | null {
  if (tags.type !== 'restriction' || /\b(psv|taxi|motorcar|motor_vehicle)\b/.test(tags.except ?? '')) return null
  const kind = tags[KINDS.find((key) => tags[key]) ?? 'restriction'] ?? ''
  return kind.startsWith('no_') ? 'no' : kind.startsWith('only_') ? 'only' : null
}

/** Reads the turn restrictions over a node (`no_*` and `only_*`) that apply to a taxi. Returns a function that applies them. */
export function readRestrictions(extract: Extract): IsForbidden {
  const rulesAt = new Map<number, Rules>()
  for (const relation of extract.relations) {
    const kind = bindsTaxis(relation)
    if (!kind) continue
    const { members } = relation
    const [via] = members.filter((member) => member.role === 'via' && member.type === 'node')
    const node = via ? extract.nodes.find(via.id) : -1
    if (node < 0) continue
    const ways = (role: string) => members.filter((member) => member.role === role && member.type === 'way')
    const rules: Rules = rulesAt.get(node) ?? { no: [], only: new Map() }
    rulesAt.set(node, rules)
    for (const { id: from } of ways('from')) {
      for (const { id: to } of ways('to')) {
        // Skip rules from a way onto the same way, because they are about U-turns. U-turns at junctions are forbidden anyway,
        // and such a rule would also forbid driving straight on along the way.
        if (from === to) continue
        if (kind === 'no') rules.no.push({ from, to })
        else rules.only.set(from, (rules.only.get(from) ?? new Set()).add(to))
      }
    }
  }
  return (fromWay, viaNode, toWay) => {
    const rules = rulesAt.get(viaNode)
    if (!rules) return false
    return (
      rules.only.get(fromWay)?.has(toWay) === false || rules.no.some(({ from, to }) => from === fromWay && to === toWay)
    )
  }
}
