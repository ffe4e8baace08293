import { Check, Copy, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/lib/page/use-copy'
import { LiveRegion } from './live-region'

/** Whether the browser can open the system's share dialog, as phones and some desktops can. */
const canSend = () => 'share' in navigator

interface SendLinkProps {
  link: string
  /** The text of the message that is sent with the link. */
  words: string
}

/** Two buttons for a link: one copies the link; the other opens the system's share dialog, if the system has one. */
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
          // The promise rejects if the person cancels the share dialog.
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
