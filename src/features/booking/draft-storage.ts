import { isRequirements } from '@/entities/car'
import { wayShape } from '@/entities/place'
import { figure, oneOf, orNull, recordOf, shaped, text } from '@/lib/shape'
import { type Draft, emptyDraft } from './model'

/** One device, one draft: it survives signing in, a reload and another tab, whose newest change counts. */
const storageKey = 'hackney.draft'
/** Long enough to sign in and to come back; then the device forgets where somebody wanted to go. */
const LASTS_MS = 2 * 60 * 60_000

/** A draft with what makes its booking one booking, however often and in how many tabs it is pressed. */
export interface KeptDraft {
  draft: Draft
  /** Another one for each change of the draft. */
  key: string
  /** Who made it; null for a visitor, whose draft goes on with whoever signs in. */
  userId: string | null
}

const isDraft = shaped<Draft>({
  ...wayShape,
  when: oneOf('now', 'later'),
  tripAt: text,
  carTypeId: orNull(text),
  extras: recordOf(shaped<Draft['extras'][string]>({ parcel: figure, option: figure })),
  recipient: shaped<Draft['recipient']>({ name: text, phone: text, pickupNote: text, dropNote: text }),
  payment: oneOf('cash', 'wallet', 'card'),
  requirements: isRequirements,
  guest: orNull(shaped<NonNullable<Draft['guest']>>({ name: text, phone: text })),
  note: text
})

const isKept = shaped<KeptDraft & { at: number }>({ draft: isDraft, key: text, userId: orNull(text), at: figure })

// A page that is not served safely has no UUIDs, and cannot book either.
const newKept = (draft: Draft, userId: string | null): KeptDraft => ({
  draft,
  key: crypto.randomUUID?.() ?? '',
  userId
})

/** What was kept, or an empty draft: whatever is too old or does not look like one is dropped. */
export function readDraft(storage: Pick<Storage, 'getItem'>, now = Date.now()): KeptDraft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    if (isKept(kept) && now - kept.at < LASTS_MS) return { draft: kept.draft, key: kept.key, userId: kept.userId }
  } catch {
    // Nothing that could be read.
  }
  return newKept(emptyDraft, null)
}

export function writeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  draft: Draft,
  userId: string | null,
  now = Date.now()
): KeptDraft {
  const kept = newKept(draft, userId)
  try {
    if (draft === emptyDraft) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify({ ...kept, at: now }))
  } catch {
    // Storage may be full or forbidden; the draft then lives as long as the page.
  }
  return kept
}

/** Hears of the changes that other tabs make. */
export function onDraftElsewhere(hear: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === storageKey || key === null) && hear()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
