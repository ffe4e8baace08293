import { Bell, BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { setSound, useHasSound } from '../model/sound'

/** The switch for the sound of new messages on this device. */
export function SoundSwitch() {
  const { t } = useTranslation('chat_queue')
  const isOn = useHasSound()
  const Icon = isOn ? Bell : BellOff
  return (
    <Button variant="ghost" aria-pressed={isOn} className="-ms-3 w-fit text-muted" onClick={() => setSound(!isOn)}>
      <Icon aria-hidden />
      {t('sound')}
    </Button>
  )
}
