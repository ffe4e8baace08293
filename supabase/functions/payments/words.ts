import type { Language } from '../_shared/messages/language.ts'
import type { PaymentState } from './contract.ts'

export interface Product {
  kind: PaymentState['payment']['kind']
  reference: string | null
}

/** The description of a payment that providers show to the customer. `{}` is replaced by the booking's reference. */
const WORDS: Record<Language, Record<Product['kind'], string>> = {
  en: {
    ride: 'Ride {}',
    parcel: 'Parcel {}',
    tip: 'Tip for ride {}',
    topup: 'Wallet top-up',
    debt: 'Outstanding balance',
  },
  de: {
    ride: 'Fahrt {}',
    parcel: 'Paket {}',
    tip: 'Trinkgeld für Fahrt {}',
    topup: 'Guthaben aufladen',
    debt: 'Offener Betrag',
  },
  ar: { ride: 'رحلة {}', parcel: 'طرد {}', tip: 'إكرامية الرحلة {}', topup: 'شحن المحفظة', debt: 'رصيد مستحق' },
}

export const productName = ({ kind, reference }: Product, language: Language): string =>
  WORDS[language][kind].replace('{}', reference ?? '').trim()
