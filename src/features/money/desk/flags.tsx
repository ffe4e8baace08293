import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/paths'
import { loadAgain } from '@/lib/load-again'
import { providerName } from '../model'
import { type Flag, useOpenFlags } from '../queries'
import { useFlagAmount } from '../use-flag-amount'
import { useMoneyWords } from '../use-words'

const FlagDialog = lazy(async () => ({ default: (await loadAgain(() => import('../dialogs/flag-dialog'))).FlagDialog }))

const SHOWN = 3

/** What providers said that did not fit our books, and nobody has decided yet. */
export function Flags() {
  const { t } = useTranslation('money')
  const { count } = useMoneyWords()
  const { data, error, mutate } = useOpenFlags()
  const [opened, setOpened] = useState<Flag | null>(null)
  return (
    <Card role="region" aria-labelledby="flags" className="min-w-0">
      <header className="flex min-h-12 items-center gap-2.5 px-4 py-2">
        <h2 id="flags" className="font-semibold">
          {t('flags.title')}
        </h2>
        {data && data.length > 0 && <span className="text-sm text-muted tabular">{count(data.length)}</span>}
        <Link
          to={moneyPath({ show: 'flags' })}
          aria-label={t('flags.all_label')}
          className="ms-auto inline-flex min-h-6 items-center text-sm text-muted hover:text-ink"
        >
          {t('chargebacks.all')}
        </Link>
      </header>
      {data === undefined ? (
        <div className="px-4 pb-4">
          <Pending error={error} onRetry={() => void mutate()}>
            <Skeleton className="h-16" />
          </Pending>
        </div>
      ) : data.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('flags.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.slice(0, SHOWN).map((one) => (
            <Open key={one.event_id} flag={one} onOpen={() => setOpened(one)} />
          ))}
        </ul>
      )}
      {opened && (
        <Suspense>
          <FlagDialog flag={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Card>
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
          {flag.name && (
            <>
              <bdi>{flag.name}</bdi> ·{' '}
            </>
          )}
          {providerName(flag.provider)}
          {flag.reference && (
            <>
              {' '}
              · <bdi>{flag.reference}</bdi>
            </>
          )}{' '}
          · {dateTime(flag.received_at)}
        </p>
        <Button size="sm" variant="outline" onClick={onOpen}>
          {t('flags.decide')}
        </Button>
      </div>
    </li>
  )
}
