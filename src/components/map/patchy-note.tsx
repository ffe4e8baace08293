import { useTranslation } from 'react-i18next'

/** A note that only a part of the map could be loaded, with a button that tries again. */
export function PatchyNote({ top, onRetry }: { top: number; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="absolute inset-x-0 flex justify-center px-4" style={{ top: top + 12 }}>
      <p className="flex items-center gap-3 rounded-card border border-line bg-card px-4 py-2 text-sm">
        {t('map.patchy')}
        <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
          {t('retry')}
        </button>
      </p>
    </div>
  )
}
