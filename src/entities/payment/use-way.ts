import { useState } from 'react'
import { CARD_CONSENT } from '../../../supabase/functions/payments/consent.ts'
import { type SavedCard, useSavedCards } from './cards'
import type { PaymentWay } from './checkout'
import type { PaymentProvider } from './providers'

const CARD = 'card:'
const none: readonly SavedCard[] = []

export interface WayChoice {
  /** Of the radio group: a provider's name, a saved card, or what stands before them. */
  value: string
  choose: (value: string) => void
  cards: readonly SavedCard[]
  providers: readonly PaymentProvider[]
  /** The provider that takes it; undefined for another way. */
  provider: PaymentProvider | undefined
  /** The chosen provider could keep the card. */
  canSave: boolean
  saves: boolean
  setSaves: (saves: boolean) => void
  /** What a checkout is begun with. */
  way: PaymentWay
}

/**
 * Who takes a payment, or which saved card pays it. The card that was used last comes first.
 *
 * @param otherwise what is chosen at first, where that is neither
 * @param isOwn false for a payment that belongs to no account: no card of one pays it or is saved by it
 */
export function useWay(providers: readonly PaymentProvider[], otherwise = '', isOwn = true): WayChoice {
  const { data: saved } = useSavedCards()
  const data = (isOwn && saved) || none
  const cards = data.filter((card) => providers.some(({ name, cards }) => cards && name === card.provider))
  const [chosen, choose] = useState('')
  const [saves, setSaves] = useState(false)
  const isThere = (value: string) =>
    providers.some(({ name }) => name === value) || cards.some((card) => cardValue(card) === value)
  const first = cards[0] ? cardValue(cards[0]) : (providers[0]?.name ?? '')
  const value = chosen !== '' && (chosen === otherwise || isThere(chosen)) ? chosen : otherwise || first
  const card = cards.find((one) => cardValue(one) === value)
  const provider = providers.find(({ name }) => name === (card?.provider ?? value))
  const canSave = isOwn && card === undefined && provider?.cards === true
  return {
    value,
    choose,
    cards,
    providers,
    provider,
    canSave,
    saves: canSave && saves,
    setSaves,
    way: {
      provider: provider?.name ?? '',
      ...(card && { card: card.id }),
      ...(canSave && saves && { consent: CARD_CONSENT })
    }
  }
}

export const cardValue = ({ id }: SavedCard): string => `${CARD}${id}`
