import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { paths } from '@/config/paths'
import { SoundMenu } from './sounds/sound-menu'
import type { useVolume } from './sounds/use-sounds'
import { keys } from './use-desk-keys'

/** The desk's one main action, and how loud it is. */
export function DeskActions({ sound }: { sound: ReturnType<typeof useVolume> }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <SoundMenu sound={sound} />
      <Tooltip label={t('keys.add')} keys={keys.add}>
        <Button asChild variant="accent" size="sm" className="h-9">
          <Link to={paths.addBooking} aria-keyshortcuts={keys.add}>
            <Plus aria-hidden />
            {t('add')}
          </Link>
        </Button>
      </Tooltip>
    </>
  )
}
