import { useTranslation } from 'react-i18next'
import { Skeleton } from '@/components/ui/skeleton'
import { type Settings, socialLinks, useSettings } from '@/entities/settings'
import { telLink, written } from '@/lib/typing/phone'

/** Returns the operator's contact details, without those that are not set. */
function waysOf(settings: Settings) {
  return [
    { key: 'name', text: settings.company_name, href: null },
    { key: 'address', text: settings.company_address, href: null },
    { key: 'registration', text: settings.company_registration, href: null },
    { key: 'email', text: settings.contact_email, href: `mailto:${settings.contact_email}` },
    { key: 'phone', text: written(settings.company_phone), href: telLink(settings.company_phone) },
    { key: 'website', text: settings.company_website, href: settings.company_website },
    ...socialLinks(settings).map(({ name, handle, href }) => ({ key: name, text: handle, href }))
  ].filter((way) => way.text)
}

/** The operator's contact details: all that are set, or those in `only`. */
export function ContactWays({ only }: { only?: readonly string[] }) {
  const { t } = useTranslation('landing')
  const { settings } = useSettings()
  if (!settings) return <Skeleton className="mt-8 h-48" />
  const ways = waysOf(settings).filter(({ key }) => !only || only.includes(key))
  if (ways.length === 0) return null
  return (
    <dl className="mt-8 divide-y divide-line border-y border-line">
      {ways.map(({ key, text, href }) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-4">
          <dt className="text-muted">{t(`contact.${key}`)}</dt>
          <dd className="font-medium">
            {href ? (
              <a href={href} className="inline-block py-0.5 underline decoration-dotted underline-offset-4">
                <bdi>{text}</bdi>
              </a>
            ) : (
              <bdi>{text}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
