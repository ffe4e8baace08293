import { turnAngle } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract, Relation } from '../osm/extract.ts'
import type { Access } from './access.ts'
import { always, type Holds, readConditional, type Weekly, zip } from './hours.ts'
import type { RoadNet } from './roads.ts'
import { TAXI } from './size.ts'

/** What a turn restriction demands of the firm's cars, by the minute of the week. */
export interface Binding {
  kind: 'no' | 'only'
  /** The direction that it is about, from its name: `no_left_turn` is about `left`. Null if it does not say: `no_entry`. */
  towards: Towards | null
  holds: Weekly<Holds>
}

type Towards = 'left' | 'right' | 'straight' | 'back'

/** Returns the hours in which it is forbidden to turn from one edge onto another; null if it never is. */
export type BansOf = (edge: number, next: number) => Weekly<Holds> | null

const NAMES: Record<string, Towards> = {
  left_turn: 'left',
  right_turn: 'right',
  straight_on: 'straight',
  u_turn: 'back'
}

/**
 * Returns what a relation demands of the firm's cars: nothing, or one thing, or several at different hours. The key that is most
 * particular to the vehicle counts. A ban on turning at a red light does not forbid the turn.
 */
export function bindingsOf({ tags }: Relation, access: Access): Binding[] {
  if (tags.type !== 'restriction' || access.isExcepted(tags.except)) return []
  let bindings: Binding[] = []
  for (const key of access.restrictionKeys) {
    const plain = tags[key]?.trim().toLowerCase()
    if (plain) bindings = bindingTo(plain, always('yes'))
    for (const { value, holds } of readConditional(tags[`${key}:conditional`] ?? '', TAXI)) {
      // While a later condition holds for certain, it replaces what was said before.
      bindings = bindings.map((one) => ({
        ...one,
        holds: zip(one.holds, holds, (before, now) => (now === 'yes' ? 'no' : before))
      }))
      bindings.push(...bindingTo(value.toLowerCase(), holds))
    }
  }
  return bindings.filter(({ holds }) => holds.values.some((value) => value !== 'no'))
}

function bindingTo(name: string, holds: Weekly<Holds>): Binding[] {
  const [, kind, rest = ''] = /^(no|only)_(.+)$/.exec(name) ?? []
  if ((kind !== 'no' && kind !== 'only') || rest.endsWith('_on_red')) return []
  return [{ kind, towards: NAMES[rest] ?? null, holds }]
}

/** Reads the turn restrictions over a node (`no_*` and `only_*`). */
export function readRestrictions(extract: Extract, net: RoadNet, access: Access): BansOf {
  return new Restrictions(extract, net, access).bansOf
}

interface Rule extends Binding {
  node: number
  from: ReadonlySet<number>
  to: ReadonlySet<number>
}

const NEVER: Weekly<Holds> = always('no')

class Restrictions {
  readonly #extract: Extract
  readonly #net: RoadNet
  /** By pair of edges: when the turn is forbidden. */
  readonly #bans = new Map<number, Weekly<Holds>>()
  /** By edge: the turns that `only_*` restrictions demand. */
  readonly #demands = new Map<number, { onto: ReadonlySet<number>; holds: Weekly<Holds> }[]>()

  constructor(extract: Extract, net: RoadNet, access: Access) {
    this.#extract = extract
    this.#net = net
    const rules = extract.relations.flatMap((relation) => this.#rulesOf(relation, access))
    const arriving = new Map<number, number[]>(rules.map(({ node }) => [node, []]))
    const leaving = new Map<number, number[]>(rules.map(({ node }) => [node, []]))
    if (rules.length === 0) return
    for (let edge = 0; edge < net.edges; edge++) {
      arriving.get(net.junctionNode.at(net.to(edge)))?.push(edge)
      leaving.get(net.junctionNode.at(net.from(edge)))?.push(edge)
    }
    for (const rule of rules) this.#apply(rule, arriving.get(rule.node) ?? [], leaving.get(rule.node) ?? [])
    this.#insist(leaving)
  }

  bansOf = (edge: number, next: number): Weekly<Holds> | null => this.#bans.get(this.#key(edge, next)) ?? null

  #rulesOf(relation: Relation, access: Access): Rule[] {
    const bindings = bindingsOf(relation, access)
    if (bindings.length === 0) return []
    const via = relation.members.find(({ role, type }) => role === 'via' && type === 'node')
    const node = via ? this.#extract.nodes.find(via.id) : -1
    if (node < 0) return []
    const ways = (role: string) =>
      new Set(relation.members.filter((member) => member.role === role && member.type === 'way').map(({ id }) => id))
    return bindings.map((binding) => ({ ...binding, node, from: ways('from'), to: ways('to') }))
  }

  #apply({ kind, towards, holds, from, to }: Rule, arriving: readonly number[], leaving: readonly number[]): void {
    const net = this.#net
    const starts = arriving.filter((edge) => from.has(net.wayOf(edge).id))
    const ends = leaving.filter((edge) => to.has(net.wayOf(edge).id))
    // From a way onto the same way is a U-turn. U-turns at junctions are forbidden anyway, and a ban by ways would also forbid
    // driving straight on.
    const pairs = starts.flatMap((edge) =>
      ends.filter((next) => net.wayOf(next).id !== net.wayOf(edge).id).map((next): [number, number] => [edge, next])
    )
    // A way that goes on beyond the node is there in two directions. The restriction's name says which of them it means.
    const isUnsplit = [starts, ends].some(
      (edges) => new Set(edges.map((edge) => net.wayOf(edge).id)).size < edges.length
    )
    const fitting =
      towards && isUnsplit ? pairs.filter(([edge, next]) => fits(this.#angle(edge, next), towards)) : pairs
    const meant = fitting.length > 0 ? fitting : pairs
    if (kind === 'no') {
      for (const [edge, next] of meant) this.#ban(edge, next, holds)
      return
    }
    for (const edge of new Set(meant.map(([first]) => first))) {
      const onto = new Set(meant.filter(([first]) => first === edge).map(([, next]) => next))
      this.#demands.set(edge, [...(this.#demands.get(edge) ?? []), { onto, holds }])
    }
  }

  /** Forbids what is not demanded. If several restrictions demand different turns, each of these is permitted. */
  #insist(leaving: ReadonlyMap<number, readonly number[]>): void {
    const net = this.#net
    for (const [edge, demands] of this.#demands) {
      const demanded = demands.map(({ holds }) => holds).reduce((a, b) => zip(a, b, either))
      for (const next of leaving.get(net.junctionNode.at(net.to(edge))) ?? []) {
        if (net.edgeRoad.at(next) === net.edgeRoad.at(edge)) continue
        const permitted = demands
          .filter(({ onto }) => onto.has(next))
          .reduce((all, one) => zip(all, one.holds, either), NEVER)
        const banned = zip(demanded, permitted, (is, may): Holds => (may === 'no' ? is : 'no'))
        if (banned.values.some((value) => value !== 'no')) this.#ban(edge, next, banned)
      }
    }
  }

  #ban(edge: number, next: number, holds: Weekly<Holds>): void {
    const key = this.#key(edge, next)
    const before = this.#bans.get(key)
    this.#bans.set(key, before ? zip(before, holds, either) : holds)
  }

  #key(edge: number, next: number): number {
    return edge * this.#net.edges + next
  }

  #angle(edge: number, next: number): number {
    const { nodes } = this.#extract
    const at = (node: number) => ({ lat: nodes.lat(node) / 1e7, lng: nodes.lng(node) / 1e7 })
    const net = this.#net
    return turnAngle(
      at(net.nodeOf(edge, -2)),
      at(net.nodeOf(edge, -1)),
      at(net.nodeOf(next, 0)),
      at(net.nodeOf(next, 1))
    )
  }
}

/** Returns whether one of two conditions holds. */
export function either(a: Holds, b: Holds): Holds {
  return a === 'yes' || b === 'yes' ? 'yes' : a === 'maybe' || b === 'maybe' ? 'maybe' : 'no'
}

/** Whether a turn by this angle (degrees, positive to the right) is one towards a direction. */
function fits(angle: number, towards: Towards): boolean {
  const sharp = Math.abs(angle)
  if (towards === 'left') return angle < -10 && sharp < 170
  if (towards === 'right') return angle > 10 && sharp < 170
  return towards === 'straight' ? sharp < 60 : sharp > 120
}
