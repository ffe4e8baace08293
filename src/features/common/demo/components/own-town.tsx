import { useTranslation } from 'react-i18next'
import { useRegion } from '@/components/map'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useCopy } from '@/lib/page/use-copy'
import { words } from '../model/texts'

/** The command that starts a firm with the map of a person's own town. */
const COMMAND = 'npm run firm'

/** Says which town the demo is in, and how to have one's own. */
export function OwnTown() {
  const { t } = useTranslation(words)
  const { data: region } = useRegion()
  const { copied, copy } = useCopy(COMMAND)
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" className="rounded-full">
          {t('town.use')}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('town.use')} className="space-y-3 p-4">
        <p className="font-semibold">{t('town.here', { town: region?.name })}</p>
        <p className="text-pretty text-muted">{t('town.how')}</p>
        <div className="flex items-center gap-2">
          <code dir="ltr" className="min-w-0 flex-1 rounded-control bg-soft px-3 py-2">
            {COMMAND}
          </code>
          <Button variant="ghost" onClick={copy}>
            {t(copied ? 'town.copied' : 'town.copy')}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  )
}
