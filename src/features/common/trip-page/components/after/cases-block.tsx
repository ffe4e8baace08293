import { ChevronRight, CircleHelp, type LucideIcon, ReceiptText, Umbrella } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import type { Booking } from '@/entities/booking'
import { type CaseKind, kindsToOpen, useMyCases } from '@/entities/case'
import { serverNow } from '@/lib/time/server-clock'
import { CaseCard } from './case-card'
import { CaseDialog } from './case-dialog'

const icons: Record<CaseKind, LucideIcon> = { lost: Umbrella, fare: ReceiptText, question: CircleHelp }

/** The rider's reports to the desk after a trip, and the desk's answers. */
export function CasesBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation('cases')
  const { cases, error } = useMyCases(booking.id)
  const [asked, setAsked] = useState<CaseKind | null>(null)
  if (error && !cases) return <ErrorBanner error={error} />
  if (!cases) return null
  const kinds = kindsToOpen(booking, cases, serverNow())
  if (kinds.length === 0 && cases.length === 0) return null
  return (
    <section aria-label={t('title')} className="space-y-3">
      <h2 className="font-semibold">{t('title')}</h2>
      {cases.map((one) => (
        <CaseCard key={one.id} title={t(`kind.${one.kind}`, { context: booking.category })} tripCase={one} />
      ))}
      {kinds.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line">
          {kinds.map((kind) => (
            <li key={kind}>
              <OpenButton booking={booking} kind={kind} onPress={() => setAsked(kind)} />
            </li>
          ))}
        </ul>
      )}
      {asked && <CaseDialog booking={booking} kind={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function OpenButton({ booking, kind, onPress }: { booking: Booking; kind: CaseKind; onPress: () => void }) {
  const { t } = useTranslation('cases')
  const Icon = icons[kind]
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-12 w-full items-center gap-3 px-4 text-start text-sm font-medium hover:bg-soft focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="flex-1">{t(`kind.${kind}`, { context: booking.category })}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
    </button>
  )
}
