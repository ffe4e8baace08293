import { firmText } from '@/lib/texts/firm-text'
import { addDays } from '@/lib/time/days'
import type { Tables } from '@/types/database'
import { documentWarning } from '@/types/rules'

/** A kind of document that the firm asks for, such as the licence. */
export type PaperKind = Pick<
  Tables<'paper_kinds'>,
  'id' | 'name' | 'subject' | 'needed_from' | 'has_expiry' | 'has_number' | 'active'
>

/**
 * Returns the name of a kind of document.
 *
 * @param standard the name that the product has for kinds to which the firm gave none
 */
export const paperName = (kind: Pick<PaperKind, 'name'> | undefined, standard: string): string =>
  firmText(kind?.name) || standard

/** A document that was submitted: the path of its picture, its number, and its last valid day. */
export interface HandedIn {
  path: string
  /** Empty if none was given. */
  number: string
  /** Null if documents of this kind have no last day. */
  expiresOn: string | null
}

/** The state of one kind of document, such as the licence. */
export interface Paper {
  kind: PaperKind
  /**
   * `missing`: no document of this kind was approved. `ready`: one is attached to an application that was not sent yet.
   * `expiring`: the approved one expires within `documentWarning` days.
   */
  state: 'missing' | 'ready' | 'valid' | 'expiring' | 'expired'
  /** The number of the document that was submitted last; empty if none was given. */
  number: string
  /** The last valid day of the approved document; null also if it has none. */
  until: string | null
  /** True if a new document waits for the office's decision. */
  isWaiting: boolean
  /** The path of the picture that waits, if the page may know it. */
  path: string | null
  /** True if the file that was submitted last could not be read. */
  isUnreadable: boolean
  /** Why the office refused the document that was submitted last: '' if no reason was given, null if it was not refused. */
  refusal: string | null
}

export type DriverDocument = Tables<'driver_documents'>

/** The columns of a submitted document that the form needs. The page of a driver's application does not get the numbers. */
export type KnownPaper = Pick<DriverDocument, 'kind' | 'status' | 'expires_on' | 'created_at' | 'note'> &
  Partial<Pick<DriverDocument, 'number' | 'path' | 'unreadable'>>

/**
 * Returns the state of one kind of document of a driver. Like dispatch, it uses the approved document that is valid longest.
 *
 * @param documents all submitted documents, the latest first
 * @param today today's date in the operator's time zone
 */
export function paperOf(kind: PaperKind, documents: readonly KnownPaper[], today: string): Paper {
  const own = documents.filter((document) => document.kind === kind.id)
  const verified = own.filter(({ status }) => status === 'verified')
  const isEndless = verified.some(({ expires_on }) => !kind.has_expiry || expires_on === null)
  const until = isEndless
    ? null
    : (verified
        .flatMap(({ expires_on }) => expires_on ?? [])
        .sort()
        .at(-1) ?? null)
  const [latest] = own
  return {
    kind,
    state: isEndless ? 'valid' : stateOf(until, today),
    number: latest?.number ?? '',
    until,
    isWaiting: latest?.status === 'pending',
    path: (latest?.status === 'pending' && latest.path) || null,
    isUnreadable: latest?.unreadable ?? false,
    refusal: latest?.status === 'rejected' && !latest.unreadable ? (latest.note ?? '') : null
  }
}

function stateOf(until: string | null, today: string): Paper['state'] {
  if (!until) return 'missing'
  if (until < today) return 'expired'
  return until < addDays(today, documentWarning) ? 'expiring' : 'valid'
}

/** Whether the driver should submit a document of this kind now. */
export const isWanted = ({ state, isWaiting }: Paper): boolean => state !== 'valid' && state !== 'ready' && !isWaiting

/** Whether the driver cannot go online because a document of this kind is missing or has expired. */
export const isNeededNow = ({ kind, state }: Paper, today: string): boolean =>
  kind.needed_from !== null && kind.needed_from <= today && state !== 'valid' && state !== 'expiring'

/** The states of all kinds of documents that the firm asks for now. */
export const papersOf = (kinds: readonly PaperKind[], documents: readonly KnownPaper[], today: string): Paper[] =>
  kinds.filter(({ active }) => active).map((kind) => paperOf(kind, documents, today))
