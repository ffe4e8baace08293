import { addDays } from '@/lib/days'
import type { Tables } from '@/types/database'

export const PAPER_KINDS = ['license', 'insurance', 'registration'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** A paper as it is handed in: where its picture lies, the number on it, and the last day on which it is valid. */
export interface HandedIn {
  path: string
  number: string
  expiresOn: string
}

/** From so many days before its end a paper is named: the server writes then, too (`app.check_documents`). */
const SOON_DAYS = 14

/** How it stands with one kind of paper. */
export interface Paper {
  kind: PaperKind
  /** `missing`: nothing of it counts yet; `ready`: it goes with an application that is not sent yet. */
  state: 'missing' | 'ready' | 'valid' | 'expiring' | 'expired'
  /** The number on the one that was handed in last; empty where none was given. */
  number: string
  /** The last day of the one that counts. */
  until: string | null
  /** A new one waits for the office. */
  isWaiting: boolean
  /** What the office said of the last one, where it took it not; empty where it gave no reason. */
  refusal: string | null
}

export type DriverDocument = Tables<'driver_documents'>

/** What is known of one that was handed in; the page of an applicant has no numbers. */
export type KnownPaper = Pick<DriverDocument, 'kind' | 'status' | 'expires_on' | 'created_at' | 'note'> &
  Partial<Pick<DriverDocument, 'number'>>

/**
 * What a driver has to know of a kind of paper. As in dispatch the approved one counts that ends last.
 *
 * @param documents all that was handed in, the latest first
 * @param today on the operator's calendar
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

/** Whether the driver should hand one in now. */
export const isWanted = ({ state, isWaiting }: Paper): boolean => state !== 'valid' && state !== 'ready' && !isWaiting

/** How it stands with all kinds. */
export const papersOf = (documents: readonly KnownPaper[], today: string): Paper[] =>
  PAPER_KINDS.map((kind) => paperOf(kind, documents, today))
