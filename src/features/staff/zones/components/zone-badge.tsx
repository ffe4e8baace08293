import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { toneOf, type Zone } from '../model'

const tones = { info: 'info', ok: 'ok', bad: 'bad', quiet: 'neutral' } as const

/** A badge with the zone's effect in words, in the zone's colour. */
export function ZoneBadge({ zone }: { zone: Pick<Zone, 'kind' | 'active'> }) {
  const { t } = useTranslation('zones')
  return (
    <Badge dot tone={tones[toneOf(zone)]}>
      {zone.active ? t(`kind.${zone.kind}`) : t('off')}
    </Badge>
  )
}
