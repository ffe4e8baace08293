import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { paths } from '@/config/paths'
import { useFormat, useSettings } from '@/entities/settings'
import { countriesIn } from '@/lib/format/countries'
import { type FirmSetup, openSteps, type Step, steps } from '../model/steps'
import { useSetup } from '../queries'

/** What an owner sees above the dashboard: a map of another country, and what is left to set up until all of it is done. */
export function SetupCard() {
  const { data } = useSetup()
  const open = data?.begun ? openSteps(data) : []
  const [next] = open
  return (
    <>
      {data && <OtherCountry setup={data} />}
      {next && <Progress next={next} done={steps.length - open.length} />}
    </>
  )
}

/** Warns if the map is in another country than the one to which the address search is limited. */
function OtherCountry({ setup: { region_country: region, town, begun } }: { setup: FirmSetup }) {
  const { t } = useTranslation('setup')
  const { settings } = useSettings()
  const { locale } = useFormat()
  // Before the town is confirmed, the step itself proposes the map's country.
  if (!region || !settings?.restrict_country || settings.country === region || (begun && !town)) return null
  const country = countriesIn(locale).find(({ code }) => code === region)?.name ?? region
  return (
    <Alert
      tone="bad"
      action={
        <Button asChild variant="link">
          <Link to={paths.settings}>{t('town.change')}</Link>
        </Button>
      }
    >
      {t('town.other_country', { country })}
    </Alert>
  )
}

function Progress({ next, done }: { next: Step; done: number }) {
  const { t } = useTranslation('setup')
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-sm text-muted">
          {t('progress', { done, all: steps.length })} {t('next', { step: t(`step.${next}`) })}
        </p>
        <div aria-hidden className="mt-2 h-1.5 max-w-80 rounded-full bg-soft">
          <div className="h-full rounded-full bg-accent" style={{ inlineSize: `${(100 * done) / steps.length}%` }} />
        </div>
      </div>
      <Button asChild variant="accent">
        <Link to={paths.setup}>{t('continue')}</Link>
      </Button>
    </Card>
  )
}
