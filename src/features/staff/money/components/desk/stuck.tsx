import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { useStuckAge } from '../../hooks/use-stuck-age'
import { useMoneyWords } from '../../hooks/use-words'
import { type Stuck, useStuck } from '../../queries'
import { OpenCard } from './open-card'
import { PaymentLine } from './payment-line'

const StuckDialog = lazy(() => import('../dialogs/stuck-dialog').then((part) => ({ default: part.StuckDialog })))

/** Lists payment requests that a provider rejected or has not answered for days. Their money is still owed. */
export function StuckPayments() {
  const asked = useStuck()
  const [opened, setOpened] = useState<Stuck | null>(null)
  return (
    <OpenCard
      of="stuck"
      asked={asked}
      item={(one) => <Open key={one.job_id} stuck={one} onOpen={() => setOpened(one)} />}
    >
      {opened && (
        <LateDialog>
          <StuckDialog stuck={opened} onClose={() => setOpened(null)} />
        </LateDialog>
      )}
    </OpenCard>
  )
}

function Open({ stuck, onOpen }: { stuck: Stuck; onOpen: () => void }) {
  const { t } = useTranslation('money')
  const { money } = useMoneyWords()
  const age = useStuckAge()
  return (
    <li className="space-y-2 px-4 pt-1 pb-3 text-sm [&:not(:first-child)]:pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge dot tone="warn">
          {t(`stuck.kind.${stuck.kind}`)}
        </Badge>
        {stuck.amount !== null && <span className="ms-auto font-semibold tabular">{money(stuck.amount)}</span>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 text-muted">
          <p>
            <PaymentLine payment={stuck} when={age(stuck.created_at)} />
          </p>
          {stuck.note && (
            <p className="line-clamp-2 break-words">
              <bdi>{stuck.note}</bdi>
            </p>
          )}
        </div>
        <Button size="sm" variant="outline" onClick={onOpen}>
          {t('stuck.settle')}
        </Button>
      </div>
    </li>
  )
}
