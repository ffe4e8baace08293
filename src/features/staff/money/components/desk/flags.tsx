import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { useFlagAmount } from '../../hooks/use-flag-amount'
import { useMoneyWords } from '../../hooks/use-words'
import { type Flag, useOpenFlags } from '../../queries'
import { OpenCard } from './open-card'
import { PaymentLine } from './payment-line'

const FlagDialog = lazy(() => import('../dialogs/flag-dialog').then((part) => ({ default: part.FlagDialog })))

/** Lists payment events that providers reported, that did not match our books, and that are still undecided. */
export function Flags() {
  const asked = useOpenFlags()
  const [opened, setOpened] = useState<Flag | null>(null)
  return (
    <OpenCard
      of="flags"
      asked={asked}
      item={(one) => <Open key={one.event_id} flag={one} onOpen={() => setOpened(one)} />}
    >
      {opened && (
        <LateDialog>
          <FlagDialog flag={opened} onClose={() => setOpened(null)} />
        </LateDialog>
      )}
    </OpenCard>
  )
}

function Open({ flag, onOpen }: { flag: Flag; onOpen: () => void }) {
  const { t } = useTranslation('money')
  const { dateTime } = useMoneyWords()
  const amount = useFlagAmount()
  return (
    <li className="space-y-2 px-4 pt-1 pb-3 text-sm [&:not(:first-child)]:pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge dot tone="warn">
          {t(`flags.outcome.${flag.outcome}`)}
        </Badge>
        <span className="ms-auto font-semibold tabular">{amount(flag)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-muted">
          <PaymentLine payment={flag} when={dateTime(flag.received_at)} />
        </p>
        <Button size="sm" variant="outline" onClick={onOpen}>
          {t('flags.decide')}
        </Button>
      </div>
    </li>
  )
}
