import { useTranslation } from 'react-i18next'

/**
 * The line that names the licence of the map data. `bottom` is the height (px) that a sheet covers; the line stays above the
 * sheet.
 */
export function MapAttribution({ bottom }: { bottom: number }) {
  const { t } = useTranslation()
  return (
    <a
      href="https://www.openstreetmap.org/copyright"
      target="_blank"
      rel="noreferrer"
      className="absolute end-1 rounded-[4px] bg-card/85 px-1.5 py-1 text-xs leading-4 text-ink"
      style={{ bottom: bottom + 4 }}
    >
      {t('map.attribution')}
    </a>
  )
}
