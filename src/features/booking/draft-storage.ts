import { isRequirements } from '@/entities/car'
import { wayShape } from '@/entities/place'
import { figure, listOf, oneOf, orNull, recordOf, shaped, text } from '@/lib/shape'
import { type Draft, emptyDraft, type Parcel } from './model'

/** One device, one draft: it survives signing in, a reload and another tab, whose newest change counts. */
const storageKey = 'hackney.draft'
/** Somebody's draft while they are signed out: it is shown to nobody, and comes back with them. */
const stashKey = 'hackney.draft.aside'
/** Long enough to sign in and to come back; then the device forgets where somebody wanted to go. */
const LASTS_MS = 2 * 60 * 60_000

/** A draft with what makes its booking one booking, however often and in how many tabs it is pressed. */
export interface KeptDraft {
  draft: Draft
  /** Another one for each change of the draft. */
  key: string
  /** Its author; null for a visitor, whose draft is kept by the user who then signs in. */
  userId: string | null
}

const recipientShape = { name: text, phone: text, pickupNote: text, dropNote: text, key: text }
const isExtras = shaped<Parcel['extras']>({ parcel: figure, option: figure })

const isDraft = shaped<Draft>({
  ...wayShape,
  when: oneOf('now', 'later'),
  tripAt: text,
  carTypeId: orNull(text),
  extras: recordOf(isExtras),
  recipient: shaped<Draft['recipient']>(recipientShape),
  parcels: listOf(shaped<Parcel>({ ...recipientShape, extras: isExtras })),
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

/** Whatever is too old or does not look like a draft is dropped. */
function readKept(storage: Pick<Storage, 'getItem'>, at: string, now: number): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(at) ?? 'null')
    if (isKept(kept) && now - kept.at < LASTS_MS) return { draft: kept.draft, key: kept.key, userId: kept.userId }
  } catch {
    // Nothing that could be read.
  }
  return null
}

/** What was kept, or an empty draft. */
export const readDraft = (storage: Pick<Storage, 'getItem'>, now = Date.now()): KeptDraft =>
  readKept(storage, storageKey, now) ?? newKept(emptyDraft, null)

/** Storage may be full or forbidden; a draft then lives as long as the page. */
function tryTo(store: () => void) {
  try {
    store()
  } catch {}
}

/** Its owner is signed out: the draft is put where nobody sees it. */
export function stashDraft(storage: Pick<Storage, 'setItem' | 'removeItem'>, kept: KeptDraft, now = Date.now()): void {
  tryTo(() => {
    storage.setItem(stashKey, JSON.stringify({ ...kept, at: now }))
    storage.removeItem(storageKey)
  })
}

/** The draft of somebody who is signed out. */
export const readStash = (storage: Pick<Storage, 'getItem'>, now = Date.now()): KeptDraft | null =>
  readKept(storage, stashKey, now)

/** Its owner is back, and with them the draft and its key; or somebody else came, whom it does not concern. */
export function takeBack(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: string,
  now = Date.now()
): KeptDraft | null {
  const kept = readStash(storage, now)
  const own = kept?.userId === userId ? kept : null
  tryTo(() => {
    storage.removeItem(stashKey)
    if (own) storage.setItem(storageKey, JSON.stringify({ ...own, at: now }))
  })
  return own
}

export function writeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  draft: Draft,
  userId: string | null,
  now = Date.now()
): KeptDraft {
  const kept = newKept(draft, userId)
  tryTo(() => {
    if (draft === emptyDraft) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify({ ...kept, at: now }))
  })
  return kept
}

/** Hears of the changes that other tabs make. */
export function onDraftElsewhere(hear: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === storageKey || key === null) && hear()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
