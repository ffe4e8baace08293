import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/entities/settings'
import type { TemplateChannel, Words } from '../../model/template-model'
import { useTemplates } from '../../queries'

interface VersionsProps {
  locale: string
  kind: string
  channel: TemplateChannel
  disabled: boolean
  onUse: (words: Words) => void
}

/** A button that lists the earlier words of a message, who wrote them and when; any of them can be used again. */
export function Versions({ locale, kind, channel, disabled, onUse }: VersionsProps) {
  const { t } = useTranslation('languages')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <History aria-hidden />
        {t('templates.versions')}
      </Button>
      {open && (
        <Dialog open onOpenChange={setOpen}>
          <DialogContent aria-describedby={undefined}>
            <DialogTitle>{t('templates.versions')}</DialogTitle>
            <List
              {...{ locale, kind, channel, disabled }}
              onUse={(words) => {
                setOpen(false)
                onUse(words)
              }}
            />
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

function List({ locale, kind, channel, disabled, onUse }: VersionsProps) {
  const { t } = useTranslation('languages')
  const { dateTime } = useFormat()
  const { data, error, mutate } = useTemplates(locale, kind)
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) return <Skeleton className="h-40" />
  const versions = data.filter((row) => row.channel === channel)
  if (versions.length === 0) return <p className="text-sm text-muted">{t('templates.no_versions')}</p>
  return (
    <ol className="divide-y divide-line">
      {versions.map(({ version, words, at, by_name }, index) => (
        <li key={version} className="flex items-start gap-3 py-3">
          <div className="min-w-0 flex-1 text-sm">
            <p className="text-xs text-muted">
              {t('templates.version', { version })} · <span className="tabular">{dateTime(at)}</span>
              {by_name && (
                <>
                  {' · '}
                  <bdi>{by_name}</bdi>
                </>
              )}
            </p>
            {Object.keys(words).length === 0 && <p className="mt-1 text-muted">{t('templates.built_in')}</p>}
            {Object.entries(words).map(([part, text]) => (
              <p key={part} dir="auto" lang={locale} className="mt-1 break-words whitespace-pre-wrap">
                {text}
              </p>
            ))}
          </div>
          {index > 0 && (
            <Button size="sm" variant="outline" disabled={disabled} onClick={() => onUse(words)}>
              {t('templates.use')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
