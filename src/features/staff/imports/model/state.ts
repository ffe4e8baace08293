import type { ImportKind } from './fields'

/** How many rows of an import are in which state; see `import_state` of the database. */
export interface ImportState {
  id: string
  kind: ImportKind
  name: string
  created_at: string
  by_name: string | null
  is_own: boolean
  began_at: string | null
  undone_at: string | null
  total: number
  waiting: number
  fresh: number
  changed: number
  same: number
  wrong: number
  done: number
  undone: number
  kept: number
}

export const rowStates = ['waiting', 'fresh', 'changed', 'same', 'wrong', 'done', 'undone', 'kept'] as const
export type RowState = (typeof rowStates)[number]

/** How many rows will be written. */
export const leftToWrite = ({ fresh, changed }: ImportState): number => fresh + changed

/** Returns whether the rows become accounts of the auth server, which the edge function makes. */
export const isOfAccounts = (kind: ImportKind): boolean => ['drivers', 'fleets', 'staff'].includes(kind)

/** Returns whether anything may have been written. A call that broke off leaves accounts whose rows do not say so yet. */
export const canUndo = (state: ImportState): boolean =>
  state.done > 0 ||
  (isOfAccounts(state.kind) && state.began_at !== null && state.undone_at === null && leftToWrite(state) > 0)

/** The permission that an admin needs for a kind. */
export const permissionOf = (kind: ImportKind): string =>
  kind === 'staff' ? 'staff' : kind === 'zones' ? 'prices' : kind === 'promos' ? 'promotions' : 'people'
