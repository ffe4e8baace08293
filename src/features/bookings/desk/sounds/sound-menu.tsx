import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import { type useVolume, VOLUMES } from './use-sounds'

/** How loud the desk is. */
export function SoundMenu({ sound: { volume, change } }: { sound: ReturnType<typeof useVolume> }) {
  const { t } = useTranslation('desk')
  const Icon = volume === 'off' ? VolumeX : volume !== 'loud' ? Volume1 : Volume2
  return (
    <Menu>
      <Tooltip label={t('sound.label')}>
        <MenuTrigger asChild>
          <Button size="icon-sm" variant="outline" className="size-9" aria-label={t('sound.label')}>
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
