import { parentPort, workerData } from 'node:worker_threads'
import type { Offer } from '../../../src/config/offer.ts'
import { drawIcons, type Mark } from './icons.ts'
import { type Card, ownColours, pictureMaker } from './picture.ts'

/** What the pictures of a firm are drawn from, beside its name, colour and logo. */
export interface Drawing {
  offer: Offer
  mark: Mark
  /** The preview picture of each language, by what the firm offers. */
  cards: Readonly<Record<Offer, readonly (Omit<Card, 'name'> & { locale: string })[]>>
  colours: Readonly<Record<string, string>>
  still: string | null
}

// In a thread of its own: the map takes about a second of computing, and the stack serves requests meanwhile.
const { offer, mark, cards, colours, still } = workerData as Drawing
const icons = await drawIcons(mark)
parentPort?.postMessage(icons)
if (cards[offer].length > 0) {
  const own = ownColours(colours, mark.colour)
  const draw = await pictureMaker(still, (name) => own[name] ?? '#000000')
  for (const { locale, ...card } of cards[offer]) {
    parentPort?.postMessage(new Map([[`/cards/${locale}.png`, draw({ ...card, name: mark.name })]]))
  }
}
