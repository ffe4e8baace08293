import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OtpInput } from '@/components/ui/otp-input'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { useStartCode } from '@/entities/booking'
import { codeLengths } from '@/types/public-limits'

/** Digits of a start code. */
export const CODE_LENGTH = codeLengths.start_codes.code

/** The rider's code, asked for. */
export function StartCode({ bookingId, isDelivery }: { bookingId: string; isDelivery: boolean }) {
  const { data: code, error, mutate } = useStartCode(bookingId)
  return (
    <CodeToTell code={code ?? null} isDelivery={isDelivery}>
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-8 w-28" />
      </Pending>
    </CodeToTell>
  )
}

interface CodeToTellProps {
  code: string | null
  isDelivery?: boolean
  /** In its place until it is known. */
  children?: ReactNode
}

/** A code large enough to be read out of a window. */
export function CodeToTell({ code, isDelivery = false, children }: CodeToTellProps) {
  const { t } = useTranslation('trips')
  return (
    <section
      aria-label={t('code.title')}
      className="flex items-center justify-between gap-4 rounded-card bg-accent-soft px-4 py-3"
    >
      <div className="min-w-0">
        <p className="text-sm font-medium">{t('code.title')}</p>
        <p className="text-xs text-pretty text-ink/70">{isDelivery ? t('code.tell_delivery') : t('code.tell')}</p>
      </div>
      {code ? (
        <p className="text-2xl font-semibold tracking-[0.14em] whitespace-nowrap tabular" dir="ltr">
          <span className="sr-only">{code.split('').join(' ')}</span>
          <span aria-hidden>
            {code.slice(0, 2)} {code.slice(2)}
          </span>
        </p>
      ) : (
        children
      )}
    </section>
  )
}

interface CodeEntryProps {
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** Where the driver types what the rider says. */
export function CodeEntry({ value, onChange, error }: CodeEntryProps) {
  const { t } = useTranslation('trips')
  return (
    <section className="space-y-2">
      <p className="text-sm font-medium" id="code-entry">
        {t('code.ask')}
      </p>
      <OtpInput
        label={t('code.ask')}
        length={CODE_LENGTH}
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
