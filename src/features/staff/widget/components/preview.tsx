import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, frameOf } from '../model'

const FIRST_PX = 320

/** The booking frame as visitors of an embedding site see it. */
export function Preview({ choice }: { choice: Choice }) {
  const { t } = useTranslation('widget')
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(FIRST_PX)
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      const isOwn = source === frame.current?.contentWindow && origin === window.location.origin
      if (isOwn && data?.type === 'hackney:height') setHeight(Number(data.height))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  const address = frameOf(choice, window.location.origin)
  return (
    <section aria-label={t('preview')} className="min-w-0 space-y-2">
      <h2 className="text-sm font-semibold">{t('preview')}</h2>
      <div className="overflow-hidden rounded-card border border-line">
        {/* The address is the key, because changing only its fragment would not reload the frame. */}
        <iframe
          key={address}
          ref={frame}
          src={address}
          title={t('preview')}
          className="block w-full"
          style={{ height }}
        />
      </div>
    </section>
  )
}
