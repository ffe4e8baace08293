import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { useCommand } from '@/lib/server/use-command'
import { forgetImport } from '../commands'
import { type ImportState, rowStates } from '../model/state'
import { importsKey, listImports } from '../queries'
import { toneOf } from './row-table'

/** Imports of the last 30 days beside the opened one: the own ones can be continued, taken back and forgotten. */
export function Earlier({ opened, onOpen }: { opened: string | null; onOpen: (state: ImportState) => void }) {
  const { t } = useTranslation('imports')
  const { data } = useSWR(importsKey, listImports)
  const others = data?.filter(({ id }) => id !== opened) ?? []
  if (others.length === 0) return null
  return (
    <Section title={t('earlier')} text={t('earlier_hint')}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {others.map((state) => (
          <Line key={state.id} state={state} onOpen={onOpen} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ state, onOpen }: { state: ImportState; onOpen: (state: ImportState) => void }) {
  const { t } = useTranslation('imports')
  const { locale, dateTime } = useFormat()
  const number = (value: number) => formatNumber(value, locale)
  const forget = useCommand(() => forgetImport(state.id), { invalidates: () => [importsKey], failure: 'toast' })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate font-medium">
          <bdi>{state.name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {t(`kind.${state.kind}`)} · {dateTime(state.created_at)}
          {state.by_name && (
            <>
              {' · '}
              <bdi>{state.by_name}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {rowStates
          .filter((of) => state[of] > 0)
          .map((of) => (
            <Badge key={of} tone={toneOf[of]}>
              {t(`states.${of}`)} {number(state[of])}
            </Badge>
          ))}
      </div>
      {state.is_own && (
        <div className="flex gap-1">
          <Button variant="outline" onClick={() => onOpen(state)}>
            {t('go_on')}
          </Button>
          <Button variant="ghost" busy={forget.busy} onClick={() => void forget.run()}>
            {t('forget')}
          </Button>
        </div>
      )}
    </li>
  )
}
