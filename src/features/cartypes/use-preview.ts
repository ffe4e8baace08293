import { useEffect, useId, useState } from 'react'
import useSWR from 'swr'
import { keptWhile } from '@/lib/kept-while'
import { type ExampleRide, previewFares } from './api'

const DEBOUNCE_MS = 250

/** Follows a value once it has stood still for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

type PreviewKey = readonly ['preview-fares', form: string, question: string]
const sameForm = keptWhile<PreviewKey>(([, form], [, before]) => form === before)

/** Fares of example rides; the last ones stay while new ones are computed. */
export function usePreview(tariff: object, rides: readonly ExampleRide[]) {
  const asked = useSettled(JSON.stringify([tariff, rides]))
  const key: PreviewKey = ['preview-fares', useId(), asked]
  const { data, error } = useSWR(
    key,
    ([, , question]) => {
      const [of, trips] = JSON.parse(question) as [object, ExampleRide[]]
      return previewFares(of, trips)
    },
    { use: [sameForm], revalidateOnFocus: false }
  )
  return { fares: data, error }
}
