import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import { useShortcut } from '@/lib/page/shortcuts'
import { keys } from '../use-desk-keys'
import { type useVolume, VOLUMES } from './use-sounds'

/** The menu for the volume of the desk's sounds. */
export function SoundMenu({ sound: { volume, change } }: { sound: ReturnType<typeof useVolume> }) {
  const { t } = useTranslation('desk')
  const [isOpen, setOpen] = useState(false)
  useShortcut({ keys: keys.sound, label: t('sound.label'), group: t('keys.group'), run: () => setOpen(true) })
  const Icon = volume === 'off' ? VolumeX : volume !== 'loud' ? Volume1 : Volume2
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <Tooltip label={t('sound.label')} keys={keys.sound}>
        <MenuTrigger asChild>
          <Button
            size="icon-sm"
            variant="outline"
            className="size-9"
            aria-label={t('sound.label')}
            aria-keyshortcuts={keys.sound}
          >
            <Icon aria-hidden />
          </Button>
        </MenuTrigger>
      </Tooltip>
      <MenuContent aria-label={t('sound.label')}>
        <MenuRadioGroup value={volume} onValueChange={(value) => change(value as typeof volume)}>
          {VOLUMES.map((value) => (
            <MenuRadioItem key={value} value={value}>
              {t(`sound.volume.${value}`)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
