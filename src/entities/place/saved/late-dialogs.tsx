import { lazy, Suspense } from 'react'
import type { Place } from '@/lib/geo/geo'

/** Which dialog is open: to save a place under a name, or to manage saved places. */
export type PlaceQuestion = { ask: 'save'; place: Place } | { ask: 'manage' }

interface PlaceDialogsProps {
  question: PlaceQuestion | null
  userId: string | null
  onClose: () => void
}

const load = () => import('./dialogs')
const SaveDialog = lazy(async () => ({ default: (await load()).SaveDialog }))
const ManageDialog = lazy(async () => ({ default: (await load()).ManageDialog }))

/** The dialogs for saved places, loaded when one is opened. */
export function PlaceDialogs({ question, userId, onClose }: PlaceDialogsProps) {
  if (!question) return null
  return (
    <Suspense>
      {question.ask === 'manage' && <ManageDialog userId={userId} onClose={onClose} />}
      {question.ask === 'save' && userId && <SaveDialog place={question.place} userId={userId} onClose={onClose} />}
    </Suspense>
  )
}
