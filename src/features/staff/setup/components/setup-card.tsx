import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { paths } from '@/config/paths'
import { openSteps, steps } from '../model/steps'
import { useSetup } from '../queries'

/** What is left to set up, on an owner's dashboard until all of it is done. */
export function SetupCard() {
  const { t } = useTranslation('setup')
  const { data } = useSetup()
  const open = data?.begun ? openSteps(data) : []
  const [next] = open
  if (!next) return null
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-sm text-muted">
          {t('progress', { done: steps.length - open.length, all: steps.length })}{' '}
          {t('next', { step: t(`step.${next}`) })}
        </p>
        <div aria-hidden className="mt-2 h-1.5 max-w-80 rounded-full bg-soft">
          <div
            className="h-full rounded-full bg-accent"
            style={{ inlineSize: `${(100 * (steps.length - open.length)) / steps.length}%` }}
          />
        </div>
      </div>
      <Button asChild variant="accent">
        <Link to={paths.setup}>{t('continue')}</Link>
      </Button>
    </Card>
  )
}
