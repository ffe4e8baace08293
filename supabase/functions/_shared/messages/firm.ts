import type { Environment } from '../kernel/env.ts'
import { createSettings, type SettingsOptions } from '../kernel/settings.ts'

/** What messages say about the operator. */
export interface Firm {
  name: string
}

export type ReadFirm = () => Promise<Firm>

/** How long a code waits for the firm's name (ms); it is sent without, rather than late. */
const PATIENCE_MS = 400

/**
 * Creates a function that returns the operator's name in the table `settings`; a change reaches it within five seconds.
 *
 * @param fallback name if the database does not respond in time: that of the mails' sender
 */
export const createFirm = (
  environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fallback: string | undefined,
  options: SettingsOptions = {},
): ReadFirm => {
  const unknown = { name: fallback?.trim() || 'Hackney' }
  return createSettings(environment, {
    fields: ['app_name'],
    read: ({ app_name }) => ({ name: typeof app_name === 'string' && app_name.trim() ? app_name.trim() : unknown.name }),
    unknown,
  }, { patienceMs: PATIENCE_MS, ...options })
}
