import { useMemo } from 'react'
import { logoAddress } from '@/components/ui/logo'
import { useFirmName, useSettings } from '@/entities/settings'
import { mailHtml } from '../../../supabase/functions/_shared/messages/mail-html'

interface MailFrameProps {
  title: string
  text: string
  code?: string | undefined
  link?: string | undefined
  locale: string
  label: string
}

/**
 * Turns inline styles into rules of a style element: the policy of the page, which counts in the frame, too, allows no others. A
 * text cannot contain such an attribute, because its quotation marks are escaped.
 */
function withRules(html: string): string {
  const rules: string[] = []
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, rule: string) => {
    rules.push(`[data-look="${rules.length}"]{${rule}}`)
    return ` data-look="${rules.length - 1}"`
  })
  return marked.replace('<style>', () => `<style>${rules.join('')}</style><style>`)
}

/** Shows a mail as mail programs do: the HTML that is sent, in a frame without scripts. */
export function MailFrame({ title, text, code, link, locale, label }: MailFrameProps) {
  const { settings } = useSettings()
  const name = useFirmName()
  const html = useMemo(
    () =>
      withRules(
        mailHtml(
          {
            name,
            colour: settings?.brand_color ?? '',
            logoUrl: settings?.logo ? logoAddress(settings.logo) : '',
            phone: settings?.company_phone ?? '',
            site: window.location.origin,
            standard: locale,
            texts: {},
            channelTexts: {}
          },
          { lang: locale, title, text, ...(code && { code }), ...(link && { link }) }
        )
      ),
    [name, settings, locale, title, text, code, link]
  )
  return (
    <iframe
      title={label}
      srcDoc={html}
      sandbox=""
      className="h-[28rem] w-full rounded-card border border-line bg-card"
    />
  )
}
