import { useTranslation } from 'react-i18next'
import type { UploadProgress } from '@/lib/upload/upload-task'

/** The progress of an upload, as a bar and in words. */
export function Progress({ progress: { state, sent, total } }: { progress: UploadProgress }) {
  const { t } = useTranslation('form')
  const percent = total === 0 ? 100 : Math.round((sent / total) * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-soft"
      >
        <div className="h-full bg-ink transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="mt-1 text-xs text-muted tabular">
        {t(`upload.states.${state}`, { percent })}
      </p>
    </div>
  )
}
