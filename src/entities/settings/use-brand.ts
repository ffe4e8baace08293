import { useEffect } from 'react'
import { useSettings } from './use-settings'

const known = () => document.querySelector<HTMLStyleElement>('style#brand')

/** Sets the firm's tints, unless the server has put them into the page. Only a firm with a colour of its own loads the code for it. */
export function useBrand() {
  const { settings } = useSettings()
  const colour = settings?.brand_color
  useEffect(() => {
    if (colour === undefined || known()?.dataset.colour === colour) return
    if (!colour) {
      known()?.remove()
      return
    }
    let isCurrent = true
    void import('../../../supabase/functions/_shared/brand/colour').then(
      ({ brandStyle }) => {
        if (!isCurrent) return
        const style =
          known() ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: 'brand' }))
        style.dataset.colour = colour
        style.textContent = brandStyle(colour)
      },
      () => {}
    )
    return () => {
      isCurrent = false
    }
  }, [colour])
}
