import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns a function that names a field as its column. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('imports')
  return useCallback((field: string) => t(`column.${field.replace(/_id$/, '')}` as 'column.mobile'), [t])
}
