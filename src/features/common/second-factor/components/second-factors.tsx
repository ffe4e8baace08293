import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat, useIsDemo, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { getFactors, removeFactor } from '../commands'
import { useBegin } from '../hooks/use-begin'
import type { Factor } from '../model'
import { Enrolment } from './enrolment'

const key = 'own-factors'

/** The section of the account page with the person's own second factors: set up another one, remove one. */
export function SecondFactors() {
  const { t } = useTranslation('second_factor')
  const isDemo = useIsDemo()
  return (
    <Section title={t('title')} text={t(isDemo ? 'demo' : 'text')}>
      {!isDemo && <Own />}
    </Section>
  )
}

function Own() {
  const { t } = useTranslation('second_factor')
  const errorText = useErrorText()
  const asks = useSettings().settings?.staff_second_factor
  const { data, error, mutate } = useSWR(key, getFactors)
  const { begun, canBegin, begin, end, busy, error: failure } = useBegin()
  if (error) return <ErrorBanner error={error} onRetry={() => void mutate()} />
  if (!data) return <Skeleton className="h-24 rounded-card" />
  const added = () => {
    end()
    void mutate()
  }
  const isLast = data.length === 1
  return (
    <>
      {data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {data.map((factor) => (
            <Row key={factor.id} factor={factor} mayRemove={!(isLast && asks)} />
          ))}
        </ul>
      )}
      {isLast && !begun && <Alert tone="warn">{t(asks ? 'only_needed' : 'only')}</Alert>}
      {failure && <Alert tone="bad">{errorText(failure)}</Alert>}
      {!canBegin && <Alert tone="warn">{t('no_address')}</Alert>}
      {begun ? (
        <Enrolment key={begun.id} begun={begun} onDone={added} onCancel={end} />
      ) : (
        canBegin && (
          <Button variant="outline" busy={busy} onClick={begin}>
            {t(data.length > 0 ? 'add_another' : 'begin')}
          </Button>
        )
      )}
    </>
  )
}

function Row({ factor, mayRemove }: { factor: Factor; mayRemove: boolean }) {
  const { t } = useTranslation('second_factor')
  const { dateTime } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const removing = useCommand(() => removeFactor(factor.id), {
    done: t('removed'),
    invalidates: () => [key],
    onDone: () => setAsking(false)
  })
  const { name, addedAt, usedAt } = factor
  return (
    <li className="flex items-center gap-3.5 px-4 py-3.5 text-sm">
      <Smartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-muted">{t('added', { at: dateTime(addedAt) })}</span>
        {usedAt && <span className="block text-muted">{t('used', { at: dateTime(usedAt) })}</span>}
      </span>
      {mayRemove && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={(isOpen) => {
            setAsking(isOpen)
            removing.reset()
          }}
          title={t('ask_title', { name })}
          text={t('ask_text')}
          keep={t('common:cancel')}
          confirm={t('remove')}
          busy={removing.busy}
          error={removing.error}
          onConfirm={() => void removing.run()}
          trigger={
            <Button
              size="sm"
              variant="ghost"
              className="pointer-coarse:min-h-11"
              aria-label={t('remove_label', { name })}
            >
              {t('remove')}
            </Button>
          }
        />
      )}
    </li>
  )
}
