import { createContext, useContext, useMemo } from 'react'
import { isOffer, type Offer, wordsFor } from '@/config/offer'
import { useSettings } from './use-settings'

/** The offer for which a page is prerendered. */
export const PaintedOffer = createContext<Offer | null>(null)

/** The offer of the page's HTML, which a server or the build has chosen. */
const offerInPage = (): unknown => (typeof document === 'undefined' ? null : document.documentElement.dataset.offer)

/**
 * Returns the options of `t` for texts that say what the firm offers. They come from the settings, and until those have loaded from
 * the page. A firm offers taxis unless it says otherwise.
 */
export function useOfferWords(): ReturnType<typeof wordsFor> {
  const painted = useContext(PaintedOffer)
  const { settings } = useSettings()
  const known = [settings?.app_category, painted, offerInPage()].find(isOffer) ?? 'taxi'
  return useMemo(() => wordsFor(known), [known])
}
