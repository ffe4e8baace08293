import { useTranslation } from 'react-i18next'
import { paperName, usePaperKinds } from '@/entities/paper'

/** Returns a function for the name of a kind of document, also of one that is switched off now. */
export function useDocumentName() {
  const { t } = useTranslation('people')
  const { data: kinds } = usePaperKinds()
  return (kind: string) =>
    paperName(
      kinds?.find(({ id }) => id === kind),
      t(`documents.kind.${kind}` as 'documents.kind.license', { defaultValue: t('documents.kind.other') })
    )
}
