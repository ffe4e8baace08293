import { providerName } from '@/entities/payment'

interface PaymentLineProps {
  payment: { name: string | null; provider: string; reference: string | null }
  /** When it happened, or how long ago. */
  when?: string
}

/** The customer, provider and booking of a payment in one line. */
export function PaymentLine({ payment: { name, provider, reference }, when }: PaymentLineProps) {
  return (
    <>
      {name && (
        <>
          <bdi>{name}</bdi> ·{' '}
        </>
      )}
      {providerName(provider)}
      {reference && (
        <>
          {' '}
          · <bdi>{reference}</bdi>
        </>
      )}
      {when && ` · ${when}`}
    </>
  )
}
