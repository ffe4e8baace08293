import { Check, Copy, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/lib/use-copy'
import { LiveRegion } from './live-region'

/** Whether the system has a share dialog, as phones and some desktops do. */
const canSend = () => 'share' in navigator

interface SendLinkProps {
  link: string
  /** The message before the link. */
  words: string
}

/** Two buttons: copy the link, and, if the system has a share dialog, send it by an app. */
export function SendLink({ link, words }: SendLinkProps) {
  const { t } = useTranslation('trips')
  const { copied, copy } = useCopy(link)
  return (
    <>
      <Button size="lg" variant={canSend() ? 'soft' : 'accent'} className="sm:flex-1" onClick={copy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {t(copied ? 'share.copied' : 'share.copy')}
      </Button>
      {canSend() && (
        <Button
          size="lg"
          variant="accent"
          className="sm:flex-1"
          // Rejects if the person cancels.
          onClick={() => void navigator.share({ text: words, url: link }).catch(() => {})}
        >
          <Send aria-hidden className="rtl:-scale-x-100" />
          {t('share.send')}
        </Button>
      )}
      <LiveRegion>{copied && t('share.copied')}</LiveRegion>
    </>
  )
}
