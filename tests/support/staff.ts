import { randomUUID } from 'node:crypto'
import type { Json } from '../../src/types/database.ts'
import { type Person, service, signIn } from './people.ts'
import { unwrap } from './responses.ts'
import type { StackEnv } from './stack.ts'

/** A new approved driver with a car; `patch` holds further fields that an admin sets. */
export async function makeDriver(env: StackEnv, admin: Person, patch: Record<string, Json>): Promise<Person> {
  const email = `driver-${randomUUID().slice(0, 8)}@example.com`
  const made = await service(env).auth.admin.createUser({
    email,
    email_confirm: true,
    app_metadata: { usertype: 'driver', approved: true }
  })
  if (made.error) throw made.error
  await change(admin, made.data.user.id, { first_name: 'Ida', vehicle_number: 'FL 4711', ...patch })
  return signIn(env, email)
}

/** Edits a person as an admin. */
export async function change(admin: Person, user_id: string, patch: Record<string, Json>): Promise<void> {
  unwrap(await admin.client.rpc('edit_person', { user_id, patch }))
}
