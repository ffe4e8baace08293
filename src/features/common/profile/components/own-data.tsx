import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { useFormat } from '@/entities/settings'
import { saveFile } from '@/lib/files/save-file'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { exportOwnData } from '../queries'

/** Exports all of the caller's data as a file. */
export function OwnData() {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const { timeZone } = useFormat()
  const saving = useCommand(exportOwnData, {
    done: t('data.done'),
    onDone: (data) =>
      saveFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `my-data-${dayOf(serverNow(), timeZone)}.json`
      )
  })
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
      <Button variant="outline" busy={saving.busy} onClick={() => void saving.run()}>
        <Download aria-hidden />
        {t('data.save')}
      </Button>
    </Section>
  )
}
