import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { QrCode } from '@/components/ui/qr-code'
import { useCopy } from '@/lib/page/use-copy'
import { type Enrolment as Begun, finishEnrolment } from '../commands'
import { grouped } from '../model'
import { AppCode } from './app-code'

interface EnrolmentProps {
  begun: Begun
  onDone: () => void
  onCancel: () => void
}

/** The two steps that set up an authenticator app: scan or type the key, then enter the first code. */
export function Enrolment({ begun, onDone, onCancel }: EnrolmentProps) {
  const { t } = useTranslation('second_factor')
  const { copied, copy } = useCopy(begun.secret)
  return (
    <div className="space-y-6">
      <ol className="space-y-6 text-sm">
        <li className="space-y-4">
          <p className="font-medium">{t('scan')}</p>
          <QrCode text={begun.uri} label={t('qr')} />
          <p className="text-muted">{t('or_type')}</p>
          <div className="flex flex-wrap items-center gap-3">
            <code
              dir="ltr"
              className="min-w-0 flex-1 basis-56 rounded-control bg-soft px-3 py-2.5 font-mono text-sm break-words select-all"
            >
              {grouped(begun.secret)}
            </code>
            <Button variant="outline" size="sm" className="pointer-coarse:min-h-11" onClick={copy}>
              {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
              <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
            </Button>
          </div>
        </li>
        <li>
          <p className="font-medium">{t('enter')}</p>
        </li>
      </ol>
      <AppCode check={(code) => finishEnrolment(begun.id, code)} onRight={onDone}>
        <Button variant="ghost" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </AppCode>
    </div>
  )
}
