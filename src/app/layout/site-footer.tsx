import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useFirmName, useSettings } from '@/entities/settings'
import { labelOf } from '../pages/page'
import { sitePages } from '../pages/site-pages'
import { SocialLinks } from './social-links'

const texts = sitePages.filter(({ isText }) => isText)

export function SiteFooter() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  const { status } = useSession()
  const firm = useFirmName()
  const name = settings?.company_name || firm
  const year = new Date().getFullYear()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted md:px-6">
        <p className="me-auto max-sm:w-full">
          {settings?.company_website ? (
            <a href={settings.company_website} className="inline-block py-1 hover:text-ink" rel="noreferrer">
              {t('footer.rights', { year, name })}
            </a>
          ) : (
            <span className="inline-block py-1">{t('footer.rights', { year, name })}</span>
          )}
        </p>
        <SocialLinks settings={settings} className="-ms-2.5 flex lg:hidden" />
        {texts.map((page) => (
          <Link key={page.path} to={page.path} className="py-1 hover:text-ink">
            {labelOf(page, t)}
          </Link>
        ))}
        {status === 'signed_out' && (
          <Link to={`${paths.signUp}?as=driver`} className="py-1 hover:text-ink">
            {t('footer.drive')}
          </Link>
        )}
        {settings?.company_terms && (
          <a href={settings.company_terms} className="py-1 hover:text-ink" rel="noreferrer">
            {t('footer.terms')}
          </a>
        )}
        {settings && settings.legal_template !== 'none' && !settings.company_terms && (
          <Link to={paths.terms} className="py-1 hover:text-ink">
            {t('footer.terms')}
          </Link>
        )}
        <a href="https://www.openstreetmap.org/copyright" className="py-1 hover:text-ink" rel="noreferrer">
          {t('footer.map_data')}
        </a>
      </div>
    </footer>
  )
}
