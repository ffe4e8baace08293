import { isRequirements } from '@/entities/car'
import { wayShape } from '@/entities/place'
import { figure, listOf, oneOf, orNull, recordOf, shaped, text } from '@/lib/storage/shape'
import { type Draft, emptyDraft, type Parcel } from './draft'

/**
 * Storage key of the draft (the ride being entered). There is one draft per device. It survives signing in and a reload. If
 * several tabs change it, the newest change wins.
 */
const storageKey = 'hackney.draft'
/** Storage key of the draft of a user whose session has ended: it is hidden until the same user signs in again. */
const stashKey = 'hackney.draft.aside'
/**
 * How long a draft is kept (ms): long enough to sign in and return. After that the draft is dropped, so that the device does
 * not keep the person's places.
 */
const LASTS_MS = 2 * 60 * 60_000

/**
 * A draft and the idempotency key of its booking. With this key the ride is booked only once, even if Book is pressed
 * repeatedly or in several tabs.
 */
export interface StoredDraft {
  draft: Draft
  /** The idempotency key of the booking; it changes with each change of the draft. */
  key: string
  /** The user who entered the draft; null for a visitor, whose draft passes to the next user who signs in. */
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

const isStored = shaped<StoredDraft & { at: number }>({ draft: isDraft, key: text, userId: orNull(text), at: figure })

// Outside a secure context, `randomUUID` does not exist. Such a page cannot book, so its drafts need no key.
const newStored = (draft: Draft, userId: string | null): StoredDraft => ({
  draft,
  key: crypto.randomUUID?.() ?? '',
  userId
})

/** Reads a draft from the storage; null if there is none, if it is too old or if it is malformed. */
function readAt(storage: Pick<Storage, 'getItem'>, at: string, now: number): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(at) ?? 'null')
    if (isStored(kept) && now - kept.at < LASTS_MS) return { draft: kept.draft, key: kept.key, userId: kept.userId }
  } catch {
    // The stored text is unreadable, so it is treated as missing.
  }
  return null
}

/** Returns the stored draft, or an empty one. */
export const readDraft = (storage: Pick<Storage, 'getItem'>, now = Date.now()): StoredDraft =>
  readAt(storage, storageKey, now) ?? newStored(emptyDraft, null)

/** Writes to the storage and ignores a failure: if the storage is full or blocked, the draft is lost with the page. */
function tryTo(store: () => void) {
  try {
    store()
  } catch {}
}

/** When a person signs out: deletes the stash, so that the next person at this device does not find their addresses. */
export const dropStash = (storage: Pick<Storage, 'removeItem'>): void => tryTo(() => storage.removeItem(stashKey))

/** When a session has ended: moves the draft to the stash, where it is not shown. */
export function stashDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  kept: StoredDraft,
  now = Date.now()
): void {
  tryTo(() => {
    storage.setItem(stashKey, JSON.stringify({ ...kept, at: now }))
    storage.removeItem(storageKey)
  })
}

/** Reads the stashed draft. */
export const readStash = (storage: Pick<Storage, 'getItem'>, now = Date.now()): StoredDraft | null =>
  readAt(storage, stashKey, now)

/**
 * On sign-in: makes the stashed draft the current one again and returns it, if it belongs to this user. Otherwise it deletes
 * the stashed draft and returns null.
 */
export function takeBack(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: string,
  now = Date.now()
): StoredDraft | null {
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
): StoredDraft {
  const kept = newStored(draft, userId)
  tryTo(() => {
    if (draft === emptyDraft) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify({ ...kept, at: now }))
  })
  return kept
}

/** Calls `hear` when another tab changes the draft. */
export function onDraftElsewhere(hear: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === storageKey || key === null) && hear()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
