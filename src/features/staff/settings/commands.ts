import type { Settings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { AppError, toAppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import type { Json } from '@/types/database'
import type { Patch } from './model/form'

/**
 * Error keys whose message says what the person can do. All other errors become `update_failed` (section 8 of the
 * specification).
 */
const spoken = new Set([
  'version_conflict',
  'proper_bonus',
  'currency_locked',
  'currency_unknown',
  'currency_decimals',
  'currency_symbol',
  'iban_invalid',
  'logo_not_found',
  'time_zone_invalid',
  'demo_mode',
  'not_allowed',
  'not_logged_in',
  'must_login',
  'account_suspended',
  'second_factor_needed',
  'network_error'
])

function refusal(error: unknown): AppError {
  const { key, hint, cause, status } = toAppError(error)
  // The hint contains the constraint's name, which identifies the field.
  const isOfField = key === 'settings_invalid' && hint?.includes('constraint')
  if (isOfField) return new AppError('value_invalid', { cause: { message: hint } })
  return new AppError(spoken.has(key) ? key : 'update_failed', { cause, ...(status !== undefined && { status }) })
}

/**
 * Saves the settings of a form.
 *
 * @param version the version on which the edit is based; the server refuses the patch if the settings have changed since. Null
 * saves without this check
 */
export async function saveSettings(patch: Patch, version: number | null): Promise<Settings> {
  try {
    const sent = { ...patch, version } as unknown as Json
    return await unwrap(supabase.rpc('update_settings', { patch: sent }))
  } catch (error) {
    throw refusal(error)
  }
}

/** Applies a lowered limit at once, as a second person. @param value the value that the page shows; null for no limit */
export const confirmGuard = async (name: string, value: string | null) =>
  unwrap(supabase.rpc('confirm_guard', { name, value: value as string }))

/** Stops a lowered limit before it is applied. */
export const cancelGuard = async (name: string) => unwrap(supabase.rpc('cancel_guard', { name }))
