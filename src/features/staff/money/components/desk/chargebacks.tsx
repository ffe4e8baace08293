import { Check, Clock, Minus } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { formatDateTime } from '@/lib/format/format'
import { dayOf } from '@/lib/time/zoned'
import { useMoneyWords } from '../../hooks/use-words'
import { daysUntil } from '../../model/books'
import { type Chargeback, useOpenChargebacks } from '../../queries'
import { OpenCard } from './open-card'
import { PaymentLine } from './payment-line'

const ChargebackDialog = lazy(() =>
  import('../dialogs/chargeback-dialog').then((part) => ({ default: part.ChargebackDialog }))
)

/** Lists the chargebacks that are still undecided, the next deadline first. */
export function Chargebacks({ today }: { today: string }) {
  const asked = useOpenChargebacks()
  const [opened, setOpened] = useState<Chargeback | null>(null)
  return (
    <OpenCard
      of="chargebacks"
      asked={asked}
      item={(one) => <Open key={one.id} chargeback={one} today={today} onOpen={() => setOpened(one)} />}
    >
      {opened && (
        <LateDialog>
          <ChargebackDialog chargeback={opened} onClose={() => setOpened(null)} />
        </LateDialog>
      )}
    </OpenCard>
  )
}

/** How many days before its deadline a chargeback is marked as urgent. */
const HURRY = 3

export function Deadline({ due, today }: { due: string | null; today: string }) {
  const { t } = useTranslation('money')
  const { timeZone, locale } = useMoneyWords()
  if (!due) return <Badge>{t('chargebacks.no_deadline')}</Badge>
  const left = daysUntil(dayOf(Date.parse(due), timeZone), today)
  return (
    <Badge tone={left < 0 ? 'bad' : left <= HURRY ? 'warn' : 'neutral'}>
      <Clock aria-hidden className="size-3.5" />
      {left < 0 ? t('chargebacks.late') : left === 0 ? t('chargebacks.today') : t('chargebacks.left', { count: left })}{' '}
      · {formatDateTime(due, locale, timeZone)}
    </Badge>
  )
}

export const PROOFS = ['has_trail', 'has_code', 'has_receipt', 'has_chat'] as const

function Open({ chargeback, today, onOpen }: { chargeback: Chargeback; today: string; onOpen: () => void }) {
  const { t } = useTranslation('money')
  const { money } = useMoneyWords()
  return (
    <li className="space-y-2 px-4 pt-1 pb-3 text-sm [&:not(:first-child)]:pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Deadline due={chargeback.due_at} today={today} />
        <span className="ms-auto font-semibold tabular">{money(chargeback.amount)}</span>
      </div>
      <p className="text-muted">
        <PaymentLine payment={chargeback} />
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul aria-label={t('chargebacks.proofs')} className="flex flex-1 flex-wrap gap-x-4 gap-y-1">
          {PROOFS.map((proof) => (
            <li key={proof} className="flex items-center gap-1.5 text-muted">
              {chargeback[proof] ? (
                <Check aria-hidden className="size-4 text-ok" />
              ) : (
                <Minus aria-hidden className="size-4" />
              )}
              {t(`chargebacks.proof.${proof}`)}
              {!chargeback[proof] && <span className="sr-only">{t('chargebacks.missing')}</span>}
            </li>
          ))}
        </ul>
        <Button size="sm" variant="outline" onClick={onOpen}>
          {t('chargebacks.review')}
        </Button>
      </div>
    </li>
  )
}
