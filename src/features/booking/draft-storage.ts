import * as z from 'zod/mini'
import { type Draft, emptyDraft } from './model'

/** One tab, one draft: it survives signing in and a reload, and is gone with the tab. */
const storageKey = 'hackney.draft'

const place = z.object({ lat: z.number(), lng: z.number(), add: z.string(), local: z.exactOptional(z.string()) })
const schema = z.object({
  pickup: z.nullable(place),
  drop: z.nullable(place),
  stops: z.array(z.nullable(place)),
  when: z.enum(['now', 'later']),
  tripAt: z.string(),
  carTypeId: z.nullable(z.string()),
  extras: z.record(z.string(), z.object({ parcel: z.number(), option: z.number() })),
  recipient: z.object({ name: z.string(), phone: z.string() }),
  payment: z.enum(['cash', 'wallet'])
})

/** What was kept, or an empty draft: whatever does not look like one is dropped. */
export function readDraft(storage: Pick<Storage, 'getItem'>): Draft {
  try {
    const parsed = schema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'))
    return parsed.success ? parsed.data : emptyDraft
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
