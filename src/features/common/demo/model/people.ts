import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'
import { supabase } from '@/lib/server/supabase'
import { loadAuth } from '@/lib/session/auth-client'
import { command } from '../commands'

/** The people as whom a visitor can use the demo, and the first page of each. */
export const people = [
  { key: 'rider', email: 'rider@hackney.test', home: paths.home },
  { key: 'driver', email: 'driver@hackney.test', home: paths.drive },
  { key: 'fleet', email: 'fleet@hackney.test', home: paths.bookings },
  { key: 'admin', email: 'admin@hackney.test', home: paths.dashboard }
] as const

export type DemoPerson = (typeof people)[number]

interface Session {
  access_token: string
  refresh_token: string
}

/** Maximum wait until the server has taken the previous driver off duty (ms). A trip under way stays with that driver. */
const OFF_DUTY_MS = 2000

/**
 * Signs in as another person of the demo and reloads the page, so that nothing of the previous person stays in memory.
 *
 * @param onLeave is called just before the page is reloaded
 * @throws AppError
 */
export async function become(person: DemoPerson, before: Role | null, onLeave: () => void): Promise<void> {
  const session = await command<Session>('person', { person: person.email })
  if (before === 'driver') {
    const offDuty = supabase.rpc('set_driver_active', { active: false }).then(() => undefined)
    await Promise.race([offDuty, new Promise((resolve) => setTimeout(resolve, OFF_DUTY_MS))])
  }
  const auth = await loadAuth()
  const { data } = await auth.getSession()
  await auth.setSession(session)
  if (data.session) await auth.admin.signOut(data.session.access_token, 'local')
  onLeave()
  window.location.assign(person.home)
}
