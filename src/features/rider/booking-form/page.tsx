import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { BottomSheet } from '@/components/ui/sheet'
import { type Settings, useOfferWords } from '@/entities/settings'
import { useBackCloses } from '@/lib/page/use-back-closes'
import { useWindowHeight } from '@/lib/page/use-window-height'
import { BookBar } from './components/book-bar'
import { BookingForm, FormHeadline } from './components/booking-form'
import { BookingMap } from './components/booking-map'
import { CategorySwitch } from './components/category-switch'
import { WhenButton } from './components/when-button'
import { BookingProvider, useBookingDraft } from './hooks/use-booking-screen'
import { hasRoute } from './model/draft'

const PEEK = 150
/** Width of the booking panel, which covers the start side of the map, and height of the header (both in px). */
const PANEL = 444
const HEADER = 72
/**
 * Two heights on a phone (px). `FOUR_CARS`: height of a sheet that shows a route, the options, four cars and the price.
 * `MAP_LEAST`: minimum height of the visible map, also on a small phone.
 */
const FOUR_CARS = 548
const MAP_LEAST = 96

/** The dialogs of the booking screen; loaded when the first one opens. */
const Dialogs = lazy(() => import('./components/dialogs').then((part) => ({ default: part.Dialogs })))

/** How far a phone's sheet is open, for the page's rest at its end. */
export interface SheetView {
  isFull: boolean
  /** Opens the sheet fully, or lowers it again. */
  turn: () => void
}

interface LayoutProps {
  desktop: boolean
  /** The site's header; hidden on a phone while a route is shown. */
  header: ReactNode
  /** Controls in the corner of a phone's map while the header is hidden. */
  corner: ReactNode
  /** Further content of the page: below the map on a desktop, at the end of the sheet on a phone. */
  below: (sheet: SheetView | null) => ReactNode
}

/** The map with the booking form over it. */
export function BookingScreen({ settings, ...layout }: LayoutProps & { settings: Settings | undefined }) {
  return (
    <BookingProvider settings={settings}>
      {layout.desktop ? <Desktop {...layout} /> : <Phone {...layout} />}
    </BookingProvider>
  )
}

function Desktop({ header, below }: LayoutProps) {
  const { i18n } = useTranslation()
  const rtl = i18n.dir() === 'rtl'
  const padding = { top: HEADER, bottom: 24, left: rtl ? 24 : PANEL, right: rtl ? PANEL : 24 }
  return (
    <>
      {header}
      <main id="main" className="relative">
        <Panel />
        {/* Comes after the form, so that the keyboard reaches the form first. */}
        <BookingMap padding={padding} desktop />
        <Questions />
      </main>
      {below(null)}
    </>
  )
}

function Panel() {
  const { t } = useTranslation('booking')
  const offer = useOfferWords()
  const { state } = useBookingDraft()
  return (
    <section
      aria-label={t('form', offer)}
      className="absolute start-6 top-21 z-10 flex max-h-[calc(100svh-6.5rem)] w-[420px] flex-col rounded-card border border-line bg-card"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-5 pb-3">
        {!state.pin && <FormHeadline />}
        <BookingForm full={false} />
      </div>
      {!state.pin && (
        <div className="border-t border-line p-5 pt-3">
          <BookBar />
        </div>
      )}
    </section>
  )
}

function Phone({ header, corner, below }: LayoutProps) {
  const { t } = useTranslation('booking')
  const offer = useOfferWords()
  const { state, dispatch } = useBookingDraft()
  const isSearching = state.search !== null
  const isRouted = hasRoute(state.draft) && !state.pin
  useBackCloses(isSearching, () => dispatch({ do: 'search', slot: null }))
  useBackCloses(state.pin !== null, () => dispatch({ do: 'drop_pin' }))
  return (
    <>
      {!isSearching && !isRouted && header}
      <main id="main" className="relative">
        {isRouted && !isSearching && (
          <>
            <RouteHead />
            {corner}
          </>
        )}
        <SheetOverMap footer={isRouted ? <BookBar /> : null}>
          {isRouted || state.pin ? <h1 className="sr-only">{t('form', offer)}</h1> : <FormHeadline />}
          <BookingForm full />
          {!isRouted && !state.pin && (
            <div inert={isSearching}>
              {below({
                isFull: state.sheet === 'full',
                turn: () => dispatch({ do: 'set_sheet', sheet: state.sheet === 'full' ? 'half' : 'full' })
              })}
            </div>
          )}
        </SheetOverMap>
        <Questions />
      </main>
    </>
  )
}

/**
 * The sheet, and the map behind it, which is fitted into what the sheet leaves free. It is a component of its own, so that a sheet
 * that has changed its height does not render its content again.
 */
function SheetOverMap({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('booking')
  const offer = useOfferWords()
  const { state, dispatch } = useBookingDraft()
  const [covered, setCovered] = useState(PEEK)
  const windowHeight = useWindowHeight()
  const isSearching = state.search !== null
  // A full sheet covers the whole map. The view is then fitted as if a strip of `MAP_LEAST` px were still visible.
  const bottom = Math.min(covered, windowHeight - MAP_LEAST)
  return (
    <>
      <BottomSheet
        label={t('form', offer)}
        height={state.sheet}
        onHeightChange={(sheet) => dispatch({ do: 'set_sheet', sheet })}
        onRest={setCovered}
        peek={PEEK}
        leaves={Math.max(MAP_LEAST, windowHeight - FOUR_CARS)}
        footer={footer}
        className={isSearching ? 'z-40' : ''}
      >
        {children}
      </BottomSheet>
      <div inert={isSearching} className="me-(--beside)">
        <BookingMap padding={{ top: HEADER, bottom, left: 0, right: 0 }} desktop={false} />
      </div>
    </>
  )
}

/** Controls over a phone's map while a route is shown: the back button and the start time. */
function RouteHead() {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingDraft()
  return (
    <div className="pointer-events-none absolute start-3 end-[calc(var(--beside)+0.75rem)] top-4 z-10 flex items-center justify-between gap-2 tight:flex-wrap *:pointer-events-auto">
      <Button
        variant="outline"
        size="icon"
        className="size-11 shrink-0 rounded-full"
        aria-label={t('common:back')}
        onClick={() => dispatch({ do: 'leave_route' })}
      >
        <ArrowLeft aria-hidden className="rtl:rotate-180" />
      </Button>
      <CategorySwitch isOverMap />
      <WhenButton />
    </div>
  )
}

function Questions() {
  const { state } = useBookingDraft()
  return (
    state.question && (
      <Suspense>
        <Dialogs question={state.question} />
      </Suspense>
    )
  )
}
