import { useTranslation } from 'react-i18next'
import { OtpInput } from '@/components/ui/otp-input'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { type Booking, useStartCode } from '@/entities/booking'
import { codeLengths } from '@/types/public-limits'
import { StartCodeCard } from './start-code-card'

/** Number of digits of a start code. */
export const CODE_LENGTH = codeLengths.start_codes.code

/** Loads and shows the rider's start code. */
export function StartCode({ bookingId, isDelivery }: { bookingId: string; isDelivery: boolean }) {
  const { data: code, error, mutate } = useStartCode(bookingId)
  return (
    <StartCodeCard code={code ?? null} isDelivery={isDelivery}>
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-8 w-28" />
      </Pending>
    </StartCodeCard>
  )
}

interface CodeEntryProps {
  booking: Booking
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** The driver's field for the rider's start code. */
export function CodeEntry({ booking, value, onChange, error }: CodeEntryProps) {
  const { t } = useTranslation('ride')
  const label = t('code.ask', { context: booking.category })
  return (
    <section className="space-y-2">
      <p className="text-sm font-medium" id="code-entry">
        {label}
      </p>
      <OtpInput
        label={label}
        length={CODE_LENGTH}
        autoComplete="off"
        value={value}
        onChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'code-error' : undefined}
      />
      {error && (
        <p id="code-error" role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </section>
  )
}
