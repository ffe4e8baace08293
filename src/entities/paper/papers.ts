import { addDays } from '@/lib/days'
import type { Tables } from '@/types/database'

export const PAPER_KINDS = ['license', 'insurance', 'registration'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** A submitted document: the path of its picture, its number, and its last valid day. */
export interface HandedIn {
  path: string
  number: string
  expiresOn: string
}

/**
 * A document is mentioned this many days before it expires; the server also writes to the driver then (`app.check_documents`).
 */
const SOON_DAYS = 14

/** The state of one kind of document. */
export interface Paper {
  kind: PaperKind
  /** `missing`: none is valid yet; `ready`: it is part of an application that was not sent yet. */
  state: 'missing' | 'ready' | 'valid' | 'expiring' | 'expired'
  /** The number of the last submitted one; empty if none was given. */
  number: string
  /** The last day of the approved one. */
  until: string | null
  /** A new one waits for the office. */
  isWaiting: boolean
  /** The office's reason for refusing the last one; empty without a reason, null if it was not refused. */
  refusal: string | null
}

export type DriverDocument = Tables<'driver_documents'>

/** The known fields of a submitted document; the applicant's page has no numbers. */
export type KnownPaper = Pick<DriverDocument, 'kind' | 'status' | 'expires_on' | 'created_at' | 'note'> &
  Partial<Pick<DriverDocument, 'number'>>

/**
 * The state of a kind of document for its driver. As in dispatch, the approved one with the latest end counts.
 *
 * @param documents all submitted ones, the latest first
 * @param today in the operator's calendar
 */
export function paperOf(kind: PaperKind, documents: readonly KnownPaper[], today: string): Paper {
  const own = documents.filter((document) => document.kind === kind)
  const verified = own.filter(({ status }) => status === 'verified')
  const until =
    verified
      .map(({ expires_on }) => expires_on)
      .sort()
      .at(-1) ?? null
  const [latest] = own
  return {
    kind,
    state: stateOf(until, today),
    number: latest?.number ?? '',
    until,
    isWaiting: latest?.status === 'pending',
    refusal: latest?.status === 'rejected' ? (latest.note ?? '') : null
  }
}

function stateOf(until: string | null, today: string): Paper['state'] {
  if (!until) return 'missing'
  if (until < today) return 'expired'
  return until < addDays(today, SOON_DAYS) ? 'expiring' : 'valid'
}

/** Whether the driver should submit one now. */
export const isWanted = ({ state, isWaiting }: Paper): boolean => state !== 'valid' && state !== 'ready' && !isWaiting

/** The states of all kinds. */
export const papersOf = (documents: readonly KnownPaper[], today: string): Paper[] =>
  PAPER_KINDS.map((kind) => paperOf(kind, documents, today))
