import { useId } from 'react'
import useSWR from 'swr'
import { useResting } from '@/lib/hooks/use-resting'
import { keptWhile } from '@/lib/server/kept-while'
import { type ExampleRide, previewFares } from '../queries'

const DEBOUNCE_MS = 250

type PreviewKey = readonly ['preview-fares', form: string, question: string]
const sameForm = keptWhile<PreviewKey>(([, form], [, before]) => form === before)

/** Returns the fares of example rides. While new fares are computed, the previous ones stay visible. */
export function usePreview(tariff: object, rides: readonly ExampleRide[]) {
  const asked = useResting(JSON.stringify([tariff, rides]), DEBOUNCE_MS)
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
