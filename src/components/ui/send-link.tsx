import { Check, Copy, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/lib/use-copy'
import { LiveRegion } from './live-region'

/** The system's own way to send a link, on phones and some desktops. */
const canSend = () => 'share' in navigator

interface SendLinkProps {
  link: string
  /** What a message says before the link. */
  words: string
}

/** Hands the link to an app of the phone, where there is a way; copies it. */
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
          // Rejects where the person changes their mind.
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
