import { useEffect, useState } from 'react'
import { loadAgain } from '@/lib/load-again'
import type { Setting } from './fields'

interface Option {
  value: string
  label: string
}

const isLong = (kind: Setting['kind']) => kind === 'country' || kind === 'currency' || kind === 'time_zone'

/**
 * Countries, currencies and time zones to choose from: they come after the page. Until then there is what is stored. Null
 * for settings that have no such list.
 */
export function useLongList(kind: Setting['kind'], locale: string, stored: string): readonly Option[] | null {
  const [options, setOptions] = useState<readonly Option[] | null>(
    isLong(kind) ? [{ value: stored, label: stored }] : null
  )
  useEffect(() => {
    if (!isLong(kind)) return
    let isGone = false
    loadAgain(() => import('./options')).then(
      ({ longList }) => {
        if (!isGone) setOptions(longList(kind, locale, stored))
      },
      // What is stored can still be read.
      () => {}
    )
    return () => {
      isGone = true
    }
  }, [kind, locale, stored])
  return options
}
