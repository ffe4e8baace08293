import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { NoticePage } from './notice-page'

/** Shown instead of a blank window if a page throws an error or a part of it cannot be loaded: a message and a button. */
export function CrashPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <NoticePage
      title={t('crash.title')}
      text={t('crash.text')}
      action={t('crash.action')}
      onAction={() => window.location.reload()}
    />
  )
}
