import { invoke, unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { importBatch } from '@/types/rules'
import type { Facts } from './model/facts'
import type { ImportKind } from './model/fields'
import { type ImportState, isOfAccounts, leftToWrite } from './model/state'

export interface NumberedRow {
  nr: number
  facts: Facts
}

/** Called after each batch with the number of rows that are through. */
type OnProgress = (done: number, total: number) => void

const stateOf = (answer: unknown): ImportState => answer as ImportState

/** Maximum size of a batch in characters, so that rows with long cells make smaller ones. */
const BATCH_SIZE = 1_000_000

function* batches(rows: readonly NumberedRow[]): Generator<NumberedRow[]> {
  let batch: NumberedRow[] = []
  let size = 0
  for (const row of rows) {
    const length = JSON.stringify(row).length
    if (batch.length === importBatch || (batch.length > 0 && size + length > BATCH_SIZE)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(row)
    size += length
  }
  if (batch.length > 0) yield batch
}

/** Stores the rows of a file. A repeated call with the same key stores nothing twice. */
export async function storeRows(
  kind: ImportKind,
  name: string,
  rows: readonly NumberedRow[],
  client_key: string,
  onProgress: OnProgress
): Promise<ImportState> {
  let state = stateOf(await unwrap(supabase.rpc('start_import', { kind, name, client_key, row_count: rows.length })))
  let stored = 0
  for (const batch of batches(rows)) {
    state = stateOf(await unwrap(supabase.rpc('add_import_rows', { import_id: state.id, rows: batch as never })))
    stored += batch.length
    onProgress(stored / 2, rows.length)
  }
  return state
}

/** Checks the rows that wait for it; with `isAgain` also those that are wrong. */
export async function checkRows(state: ImportState, onProgress: OnProgress, isAgain = false): Promise<ImportState> {
  let now = state
  let again = isAgain
  do {
    now = stateOf(await unwrap(supabase.rpc('check_import', { import_id: state.id, again })))
    again = false
    onProgress(now.total / 2 + (now.total - now.waiting) / 2, now.total)
  } while (now.waiting > 0)
  return now
}

/** Writes the rows that are new or change something. Goes on where an earlier call ended. */
export async function writeRows(state: ImportState, onProgress: OnProgress): Promise<ImportState> {
  const total = leftToWrite(state)
  let now = state
  while (leftToWrite(now) > 0) {
    const import_id = state.id
    now = isOfAccounts(state.kind)
      ? stateOf(await invoke('accounts/import', { import_id }))
      : stateOf(await unwrap(supabase.rpc('apply_import', { import_id })))
    onProgress(total - leftToWrite(now), total)
  }
  return now
}

/** Takes an import back, as far as nothing hangs on its rows. */
export async function undoRows(state: ImportState, onProgress: OnProgress): Promise<ImportState> {
  const total = state.done + (isOfAccounts(state.kind) ? leftToWrite(state) : 0)
  let now = state
  do {
    now = stateOf(await unwrap(supabase.rpc('undo_import', { import_id: state.id })))
    onProgress(total - now.done, total)
  } while (now.done > 0)
  return now
}

export const forgetImport = async (import_id: string) => unwrap(supabase.rpc('delete_import', { import_id }))

/** Invites everyone for whom an import made an account and who has never signed in. Returns how many messages were queued. */
export const inviteImported = async (import_id: string): Promise<number> =>
  unwrap(supabase.rpc('invite_imported', { import_id }))
