import { FlaskConical } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '@/lib/page/use-media'
import { cn } from '@/lib/utils'
import { words } from '../model/texts'
import { OwnTown } from './own-town'
import { PersonChoice } from './person-choice'
import { SpeedChoice } from './speed-choice'

/**
 * Media queries for windows in which the bar is open inside the header. In narrower ones it opens below the header, after a
 * press. The portal's header also contains breadcrumbs and a search beside the drawer, so it needs more width.
 */
const ROOMY = { site: '(min-width: 1440px)', portal: '(min-width: 1900px)' }
const storageKey = 'hackney.demo-bar'

/**
 * Returns whether the bar is open, and a setter. The person's last choice applies; without one, the bar is open if there is
 * space.
 */
function useOpen(isRoomy: boolean): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(storageKey))
  const choose = (open: boolean) => {
    const value = open ? 'open' : 'closed'
    sessionStorage.setItem(storageKey, value)
    setChosen(value)
  }
  return [chosen ? chosen === 'open' : isRoomy, choose]
}

/**
 * The demo bar, on every page of the demo. A visitor chooses the person to be signed in as (such as a rider or a driver), and
 * the speed of the clock.
 */
export function DemoBar({ header }: { header: keyof typeof ROOMY }) {
  const { t } = useTranslation(words)
  const isRoomy = useMedia(ROOMY[header])
  const [isOpen, setOpen] = useOpen(isRoomy)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the bar from every element inside it
    <div
      className="flex shrink-0 items-center gap-2 max-[359px]:[--demo-top:8rem]"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen || isRoomy) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t(isOpen ? 'hide' : 'show')}
        onClick={() => setOpen(!isOpen)}
        // Below a width of 360 px the header has no space for another button, so the button is placed under it. Between the
        // buttons over a map there is space.
        className="grid size-10 shrink-0 in-[.demo-between]:static! max-[359px]:fixed max-[359px]:end-4 max-[359px]:top-20 place-items-center rounded-full border border-line bg-card text-muted transition-colors hover:bg-soft hover:text-ink"
      >
        <FlaskConical aria-hidden className="size-4" />
      </button>
      <section
        id={id}
        aria-label={t('bar')}
        hidden={!isOpen}
        className={cn(
          isRoomy
            ? 'flex items-center gap-2'
            : 'fixed inset-x-3 top-[var(--demo-top,5rem)] z-40 space-y-3 rounded-card border border-line bg-card p-3 sm:start-auto sm:w-96',
          !isOpen && 'hidden'
        )}
      >
        {/* After a choice, the bar closes if it covers the page, so that the new person's content is visible. */}
        <PersonChoice onChosen={() => !isRoomy && setOpen(false)} />
        <SpeedChoice isInline={isRoomy} />
        <OwnTown />
      </section>
    </div>
  )
}
