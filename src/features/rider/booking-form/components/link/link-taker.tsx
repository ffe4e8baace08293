import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Found } from '@/entities/place'
import { useAgain } from '../../hooks/use-again'
import { useBookingDraft } from '../../hooks/use-booking-screen'
import { draftOfLink, isSameRide, isUnfinished, unfitOf } from './draft-of'
import { PlaceQuestion } from './place-question'
import { type LinkRide, useLink } from './use-link'

/** Fills in the ride that the page's URL names: an earlier ride of the rider, or a ride that a link describes. */
export function LinkTaker() {
  const { search } = useLocation()
  const [isAgain] = useState(new URLSearchParams(search).has('again'))
  return isAgain ? <AgainTaker /> : <NamedTaker />
}

function AgainTaker() {
  const { userId, dispatch } = useBookingDraft()
  useAgain(userId !== null, dispatch)
  return null
}

/**
 * Fills in the ride of a link. It asks before it replaces an unfinished draft. If several places match the link, it asks which
 * one is meant.
 */
function NamedTaker() {
  const { ride } = useLink()
  return ride && <Taking ride={ride} />
}

function Taking({ ride: asked }: { ride: LinkRide }) {
  const { t } = useTranslation('booking_link')
  const { state, dispatch } = useBookingDraft()
  const [ride, setRide] = useState(asked)
  const [step, setStep] = useState<'asking' | 'taking' | 'kept' | 'taken'>(() => {
    if (!isUnfinished(state.draft)) return 'taking'
    return isSameRide(asked, state.draft) ? 'kept' : 'asking'
  })
  const [isRead, setRead] = useState(false)
  const open = step === 'taking' ? ride.places.find(({ found }) => 'choices' in found) : undefined
  const answer = (found: Found) =>
    setRide({ ...ride, places: ride.places.map((place) => (place === open ? { ...place, found } : place)) })
  const isReady = step === 'taking' && !open
  const take = useEffectEvent(() => {
    dispatch({ do: 'fill', draft: draftOfLink(ride, state.draft), unfit: unfitOf(ride) })
    setStep('taken')
  })
  useEffect(() => {
    if (isReady) take()
  }, [isReady])
  return (
    <>
      {step === 'asking' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => isOpen || setStep('kept')}
          title={t('replace.title')}
          text={t('replace.text')}
          keep={t('replace.keep')}
          confirm={t('replace.confirm')}
          variant="accent"
          onConfirm={() => setStep('taking')}
        />
      )}
      {open && 'choices' in open.found && (
        <PlaceQuestion key={JSON.stringify(open.slot)} slot={open.slot} found={open.found} onAnswer={answer} />
      )}
      {step === 'taken' && ride.notes.length > 0 && !isRead && (
        <Alert
          tone="warn"
          action={
            <button type="button" className="min-h-6 font-semibold underline" onClick={() => setRead(true)}>
              {t('understood')}
            </button>
          }
        >
          {ride.notes.map((note) => (
            <p key={note}>{t(`notes.${note}`)}</p>
          ))}
        </Alert>
      )}
    </>
  )
}
