import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { formatUnit } from '@/lib/format/format'
import { formatList } from '@/lib/format/format-list'
import { type MapFacts, outOfReach, withoutNumbers } from '../model/map-facts'

/** What the map lacks, as the importer measured it, and what that means for riders. */
export function MapWarnings({ facts }: { facts: MapFacts }) {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const [cut, bare] = [outOfReach(facts), withoutNumbers(facts)]
  const percent = (share: number) => formatUnit(Math.round(100 * share), 'percent', locale, 0)
  const places = formatList(
    facts.roads.islands.map(({ name }) => name).filter((name) => name !== ''),
    locale
  )
  return (
    <>
      {cut > 0 && (
        <Alert tone="warn">
          {places ? t('map.islands', { share: percent(cut), places }) : t('map.out_of_reach', { share: percent(cut) })}
        </Alert>
      )}
      {bare > 0 && <Alert tone="warn">{t('map.no_numbers', { share: percent(bare) })}</Alert>}
    </>
  )
}
