import { BriefcaseBusiness, CarTaxiFront, type LucideIcon, Ticket, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import { paths, personPath } from '@/config/paths'
import { useBookingsByReference } from '@/entities/booking'
import { useFoundPeople, useHolds, useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { useResting } from '@/lib/hooks/use-resting'
import { drawerOf } from '../../pages/portal-pages'
import { usePageWords } from './page-words'

/** An entry of the command palette. */
export interface Entry {
  to: string
  label: string
  note?: string
  /** More words by which the palette finds the entry. */
  keywords?: readonly string[]
  icon: LucideIcon
}

/**
 * The number of letters from which the palette searches for people. If so many letters match no page, the palette also loads
 * the pages' names in other languages, because the text may be one of them.
 */
const WORD = 3

/**
 * Whether a text may be the beginning of a booking's reference, which has six letters. At least three letters are needed,
 * because fewer would match too many bookings.
 */
const isReference = (text: string) => /^[a-z]{3,6}$/i.test(text)

const iconOf = { rider: UserRound, driver: CarTaxiFront, fleetadmin: BriefcaseBusiness }

/**
 * Returns the entries of the palette for the typed text: this person's pages, bookings by the beginning of their reference, and
 * people. Bookings and people are requested after a pause in typing.
 */
export function useEntries(text: string) {
  const { t } = useTranslation()
  const { role } = useSession()
  const holds = useHolds()
  const { settings } = useSettings()
  const typed = text.trim()
  const rested = useResting(typed, AUTOCOMPLETE_DEBOUNCE_MS)
  const reference = isReference(rested) ? rested.toUpperCase() : null
  const found = useBookingsByReference(reference)
  const known = useFoundPeople(rested.length >= WORD ? rested : null)
  const groups = role ? drawerOf(role, t, holds, settings) : []
  const isKnown = groups.some(({ items }) =>
    items.some(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  )
  const words = usePageWords(typed.length >= WORD && !isKnown)
  const pages: Entry[] = groups.flatMap(({ group, items }) =>
    items.map(({ name, path, label, icon }) => ({
      to: path,
      label,
      icon,
      keywords: words?.get(name) ?? [],
      ...(group !== 'desk' && group !== 'own' && { note: t(`shell:drawer.${group}`) })
    }))
  )
  const bookings: Entry[] = (found.data ?? []).map(({ id, reference, status, pickup_address, drop_address }) => ({
    to: paths.booking(id),
    label: reference,
    note: `${t(`status.${status}`)} · ${pickup_address} → ${drop_address}`,
    icon: Ticket
  }))
  const people: Entry[] = (known.data ?? []).map((person) => ({
    to: personPath(person.id, person.role),
    label: person.name,
    note: [t(`people:role.${person.role}`), person.contact].filter(Boolean).map(isolated).join(' · '),
    // The server may have found the person by a phone number or plate. The typed text is added as a keyword, because the
    // palette filters entries by their words once more.
    keywords: [rested],
    icon: iconOf[person.role]
  }))
  const isSearching =
    (isReference(typed) && found.isLoading) || (typed.length >= WORD && (typed !== rested || known.isLoading))
  return {
    pages,
    hasWords: words !== undefined,
    bookings: isReference(typed) ? bookings : [],
    people: typed === rested ? people : [],
    isSearching,
    error: found.error ?? known.error
  }
}
