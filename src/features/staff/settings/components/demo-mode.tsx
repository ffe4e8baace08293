import { Ban, Check, EyeOff, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { useIsDemo } from '@/entities/settings'

const parts = [
  { key: 'refused', icon: Ban },
  { key: 'possible', icon: Check },
  { key: 'masked', icon: EyeOff }
] as const

/** Explains what a demo refuses, allows and masks. Nothing can be changed here, because the demo mode is set on the server. */
export function DemoMode() {
  const { t } = useTranslation('settings')
  const isDemo = useIsDemo()
  return (
    <>
      <div className="flex items-start justify-between gap-4 px-4 py-3">
        <div>
          <h3 className="flex items-center gap-2 text-sm font-medium">
            {t('field.allow_critical_edits_admin.label')}
            <Badge tone={isDemo ? 'warn' : 'neutral'}>{t(isDemo ? 'form:on' : 'form:off')}</Badge>
          </h3>
          <p className="text-sm text-pretty text-muted">{t('field.allow_critical_edits_admin.text')}</p>
        </div>
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      </div>
      <dl className="grid border-t border-line max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
        {parts.map(({ key, icon: Icon }) => (
          <div key={key} className="px-4 py-3">
            <dt className="flex items-center gap-2 text-sm font-medium">
              <Icon aria-hidden className="size-4 text-muted" />
              {t(`demo.${key}.title`)}
            </dt>
            <dd className="mt-1 text-sm text-pretty text-muted">{t(`demo.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
