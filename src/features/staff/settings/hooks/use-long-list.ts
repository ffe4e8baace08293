import { useEffect, useState } from 'react'
import type { Setting } from '../model/fields'

interface Option {
  value: string
  label: string
}

const isLong = (kind: Setting['kind']) => kind === 'country' || kind === 'currency' || kind === 'time_zone'

/**
 * Returns the options of a setting whose value is a country, a currency or a time zone. They are loaded after the page; until
 * then the only option is the stored value. Returns null for settings of other kinds.
 */
export function useLongList(kind: Setting['kind'], locale: string, stored: string): readonly Option[] | null {
  const [options, setOptions] = useState<readonly Option[] | null>(
    isLong(kind) ? [{ value: stored, label: stored }] : null
  )
  useEffect(() => {
    if (!isLong(kind)) return
    let isGone = false
    import('../model/options').then(
      ({ longList }) => {
        if (!isGone) setOptions(longList(kind, locale, stored))
      },
      // If loading fails, the list keeps only the stored value.
      () => {}
    )
    return () => {
      isGone = true
    }
  }, [kind, locale, stored])
  return options
}
