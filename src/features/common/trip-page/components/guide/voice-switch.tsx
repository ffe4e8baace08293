import { Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { canSpeak, setMuted, useMuted } from './voice'

/** The switch that turns the voice on or off. Renders nothing on a phone that cannot speak. */
export function VoiceSwitch() {
  const { t } = useTranslation('guide')
  const isMuted = useMuted()
  if (!canSpeak()) return null
  const Icon = isMuted ? VolumeX : Volume2
  return (
    <Button
      variant="outline"
      className="size-12 px-0 [&_svg]:size-5"
      aria-pressed={!isMuted}
      aria-label={t('voice')}
      onClick={() => setMuted(!isMuted)}
    >
      <Icon aria-hidden />
    </Button>
  )
}
