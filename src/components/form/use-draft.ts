import { useEffect, useState } from 'react'
import { type Draft, dropDraft, keepDraft, readDraft } from './draft'
import type { Values } from './merge'
import { useFormRules } from './rules'

const KEEP_MS = 400

/**
 * Stores the input of a form on this device for the person, so that it survives a sign-out, a lost network and a closed tab.
 * When the form is opened again, the draft is offered, never applied by itself.
 */
export function useDraft(id: string, values: Values, base: Values, isKept: boolean) {
  const { person } = useFormRules()
  const [offer, setOffer] = useState<Draft | null>(null)
  useEffect(() => setOffer(readDraft(person, id)), [person, id])

  const written = JSON.stringify({ values, base })
  useEffect(() => {
    if (!isKept) return
    const timer = setTimeout(() => keepDraft(person, id, { ...JSON.parse(written), at: Date.now() }), KEEP_MS)
    return () => clearTimeout(timer)
  }, [written, isKept, person, id])

  const forget = () => {
    dropDraft(person, id)
    setOffer(null)
  }
  return { offer, answered: () => setOffer(null), forget }
}
