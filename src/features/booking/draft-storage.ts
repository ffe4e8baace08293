import { wayShape } from '@/entities/place'
import { figure, flag, oneOf, orNull, recordOf, shaped, text } from '@/lib/shape'
import { type Draft, emptyDraft } from './model'

/** One tab, one draft: it survives signing in and a reload, and is gone with the tab. */
const storageKey = 'hackney.draft'

const isDraft = shaped<Draft>({
  ...wayShape,
  when: oneOf('now', 'later'),
  tripAt: text,
  carTypeId: orNull(text),
  extras: recordOf(shaped<Draft['extras'][string]>({ parcel: figure, option: figure })),
  recipient: shaped<Draft['recipient']>({ name: text, phone: text }),
  payment: oneOf('cash', 'wallet'),
  requirements: shaped<Draft['requirements']>({
    seats: figure,
    luggage: figure,
    child_seats: figure,
    wheelchair: flag
  }),
  guest: orNull(shaped<NonNullable<Draft['guest']>>({ name: text, phone: text })),
  note: text
})

/** What was kept, or an empty draft: whatever does not look like one is dropped. */
export function readDraft(storage: Pick<Storage, 'getItem'>): Draft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isDraft(kept) ? kept : emptyDraft
  } catch {
    return emptyDraft
  }
}

export function writeDraft(storage: Pick<Storage, 'setItem' | 'removeItem'>, draft: Draft): void {
  try {
    if (draft === emptyDraft) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage may be full or forbidden; the draft then lives as long as the page.
  }
}
