import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { firmText } from '@/lib/texts/firm-text'
import { usePaperFormat } from '../hooks/use-paper-format'
import type { ReceiptDocument } from '../queries'
import { LaterLines, ReceiptLines } from './lines'

interface PaperProps {
  paper: ReceiptDocument
  heading: 'h1' | 'h2'
}

/** A receipt, a credit note or an addition, laid out as a sheet of paper. */
export function Paper({ paper, heading: Heading }: PaperProps) {
  const { t } = useTranslation('receipt')
  const { kind, number, issued_at, content } = paper
  const { day } = usePaperFormat(content.money)
  const { company, trip } = content
  return (
    <article
      aria-label={`${t(`paper.title.${kind}`)} ${number}`}
      className="rounded-card border border-line bg-card p-5 sm:p-8 print:break-after-page print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-5">
        <div className="min-w-0">
          <p className="text-lg font-semibold">{company.app_name}</p>
          <p dir="auto" className="mt-1 text-sm whitespace-pre-line text-muted">
            {[company.name, company.address].filter(Boolean).join('\n')}
          </p>
          {company.registration && (
            <p dir="auto" className="text-sm text-muted">
              {company.registration}
            </p>
          )}
          {company.tax_number && (
            <p className="text-sm text-muted">{t('paper.tax_number', { number: company.tax_number })}</p>
          )}
        </div>
        <div className="sm:text-end">
          <Heading className="text-lg font-semibold">
            {t(`paper.title.${kind}`)} <bdi>{number}</bdi>
          </Heading>
          <p className="mt-1 text-sm text-muted">{day(issued_at)}</p>
          <p className="text-sm text-muted">{t('paper.reference', { reference: trip.reference })}</p>
        </div>
      </header>
      <Trip paper={paper} />
      {paper.kind === 'receipt' ? (
        <ReceiptLines content={paper.content} tip={paper.tip} />
      ) : (
        <LaterLines content={paper.content} isAddition={paper.kind === 'addition'} />
      )}
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function Trip({ paper: { content, customer_name, guest_name, driver_name } }: { paper: ReceiptDocument }) {
  const { t } = useTranslation('receipt')
  const { trip, money } = content
  const { moment, distance, duration } = usePaperFormat(money)
  const car = [trip.vehicle_number, trip.vehicle].filter(Boolean).join(' · ') || firmText(trip.car_type)
  const way = [trip.distance === null ? '' : distance(trip.distance), trip.secs === null ? '' : duration(trip.secs)]
  const places = [
    { key: 'pickup', label: t('paper.pickup'), address: trip.pickup, at: trip.pickup_at },
    ...trip.stops.map((address, n) => ({ key: `stop ${n}`, label: t('paper.stop'), address, at: null })),
    { key: 'drop', label: t('paper.drop'), address: trip.drop, at: trip.drop_at }
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 py-5 text-sm">
        <Fact label={t('paper.rider')}>{customer_name && <bdi>{customer_name}</bdi>}</Fact>
        <Fact label={t('paper.guest')}>{guest_name && <bdi>{guest_name}</bdi>}</Fact>
        <Fact label={t('paper.driver')}>{driver_name && <bdi>{driver_name}</bdi>}</Fact>
        <Fact label={t('paper.vehicle')}>
          <bdi>{car}</bdi>
        </Fact>
        <Fact label={t('paper.way')}>{way.filter(Boolean).join(' · ')}</Fact>
      </dl>
      <dl className="space-y-2 border-b border-line pb-5 text-sm">
        {places.map(({ key, label, address, at }) => (
          <div key={key} className="grid grid-cols-[6.5rem_1fr] gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">
              <bdi>{address}</bdi>
              {at && <span className="block text-xs text-muted tabular">{moment(at)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
