import { type Settings, type SocialLink, socialLinks } from '@/entities/settings'
import { cn } from '@/lib/utils'

/** SVG paths of the networks' logos, in a box of 24 by 24. */
const marks: Record<SocialLink['name'], string> = {
  facebook:
    'M14 8.5V6.7c0-.8.2-1.2 1.4-1.2H17V2.3C16.3 2.2 15.4 2 14.4 2 11.7 2 10 3.7 10 6.4v2.1H7V12h3v10h4V12h2.8l.5-3.5H14Z',
  twitter:
    'M17.2 3h3.2l-7 8 8.2 10h-6.4l-5-6.2L4.4 21H1.2l7.5-8.6L.8 3h6.6l4.5 5.7L17.2 3Zm-1.1 16.2h1.8L6.5 4.7H4.6l11.5 14.5Z',
  instagram:
    'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4h-9ZM12 7.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Zm0 2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Zm5.2-3.4a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z'
}
/** Names of the networks; they are the same in each language. */
const names: Record<SocialLink['name'], string> = { facebook: 'Facebook', twitter: 'X', instagram: 'Instagram' }

interface SocialLinksProps {
  settings: Settings | null | undefined
  className: string
}

/** Links to the operator's pages in social networks; nothing if there are none. */
export function SocialLinks({ settings, className }: SocialLinksProps) {
  const links = settings ? socialLinks(settings) : []
  if (links.length === 0) return null
  return (
    <ul className={cn('items-center', className)}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noreferrer"
            className="grid size-9 place-items-center rounded-full text-muted hover:text-ink"
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-current">
              <path fillRule="evenodd" d={marks[name]} />
            </svg>
            <span className="sr-only">{names[name]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
