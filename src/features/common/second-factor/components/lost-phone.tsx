import { useTranslation } from 'react-i18next'

/** What to do without the phone that shows the codes; it opens by a press. */
export function LostPhone() {
  const { t } = useTranslation('second_factor')
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-control py-2 font-medium underline underline-offset-4">
        {t('lost.title')}
      </summary>
      <ul className="mt-2 list-disc space-y-2 ps-5 text-pretty text-muted">
        <li>{t('lost.other')}</li>
        <li>{t('lost.owner')}</li>
        <li>{t('lost.only')}</li>
      </ul>
    </details>
  )
}
