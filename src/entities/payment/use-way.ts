import { useState } from 'react'
import { CARD_CONSENT } from '../../../supabase/functions/payments/consent.ts'
import { type SavedCard, useSavedCards } from './cards'
import type { PaymentWay } from './checkout'
import type { PaymentProvider } from './providers'

const CARD = 'card:'
const none: readonly SavedCard[] = []

export interface WayChoice {
  /** The chosen value of the radio group: a provider's name, a saved card, or another method. */
  value: string
  choose: (value: string) => void
  cards: readonly SavedCard[]
  providers: readonly PaymentProvider[]
  /** The provider of the chosen value; undefined if another method is chosen. */
  provider: PaymentProvider | undefined
  /** Whether the provider can save the card that the person will enter. */
  canSave: boolean
  saves: boolean
  setSaves: (saves: boolean) => void
  /** The chosen way to pay, as the argument of `startPayment`. */
  way: PaymentWay
}

/**
 * The state of choosing a payment provider or a saved card. Without `otherwise`, the card used last is preselected, or the
 * first provider if there is no card.
 *
 * @param otherwise the value of another payment method, which is then the initial choice
 * @param isOwn false if the payer has no account, and so can neither use nor save a card
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
