import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { searchedText } from '@/lib/server/searched-text'
import { supabase } from '@/lib/server/supabase'

/** Maximum number of people in a selection list. */
const CHOICES = 8

const nameOf = ({
  first_name,
  last_name,
  email
}: Record<'first_name' | 'last_name' | 'email', string | null>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || '–'

/**
 * Finds people by name or contact for a selection list, among those whom the caller may see.
 *
 * @param usertype only people of this role; null: all roles except admins
 */
export async function findPeople(
  usertype: 'rider' | 'driver' | 'fleetadmin' | 'admin' | null,
  search: string,
  signal: AbortSignal
) {
  const { rows } = await unwrap(
    supabase
      .rpc('list_people', { usertype, search: await searchedText(search), page_size: CHOICES })
      .abortSignal(signal)
  )
  return rows.map((person) => ({ value: person.id, label: nameOf(person) }))
}

/** A person found by name or contact, with their wallet. */
export interface FoundPerson {
  id: string
  name: string
  role: 'rider' | 'driver' | 'fleetadmin'
  contact: string
  balance: number
}

/**
 * Finds people by name or contact, with their wallets.
 *
 * @param usertype only people of this role; null: riders, drivers and fleet admins
 */
export async function searchPeople(
  search: string,
  usertype: FoundPerson['role'] | null = null
): Promise<FoundPerson[]> {
  const asked = { search: await searchedText(search), usertype, page_size: CHOICES }
  const { rows } = await unwrap(supabase.rpc('list_people', asked))
  return rows.map((person) => ({
    id: person.id,
    name: nameOf(person),
    role: person.usertype as FoundPerson['role'],
    contact: person.mobile || person.email || '',
    balance: person.wallet_balance
  }))
}

/** The result of {@link searchPeople} while the person types; null requests nothing. */
export const useFoundPeople = (search: string | null) =>
  useSWR(search === null ? null : ['found-people', search], ([, text]) => searchPeople(text), {
    revalidateOnFocus: false,
    dedupingInterval: 5000
  })

/** Reads a person's name by id; a dash if the caller may not see the person. */
export async function personName(personId: string): Promise<string> {
  const [person] = (await unwrap(supabase.rpc('list_people', { person_id: personId }))).rows
  return person ? nameOf(person) : '–'
}
