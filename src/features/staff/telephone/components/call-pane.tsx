import { type KeyboardEvent, lazy, Suspense } from 'react'
import { arePressed } from '@/lib/page/keys'
import { BOOK_KEYS, type CallProps, CallProvider, useCall, useOrderOfCall } from '../hooks/use-call'
import { BookBar } from './book-bar'
import { CallerCard } from './caller-card'
import { CallerField } from './caller-field'
import { CarFields } from './car-fields'
import { EarlierTrips } from './earlier-trips'
import { GuestFields } from './guest-fields'
import { NoteFields } from './note-fields'
import { OpenTripQuestion } from './open-trip-question'
import { RouteCard } from './route-card'
import { WhenFields } from './when-fields'

const LateMap = lazy(() => import('./call-map').then((part) => ({ default: part.CallMap })))

const Needs = lazy(() => import('./needs').then((part) => ({ default: part.Needs })))

/** The form of one call: the caller, places, time, options and price. */
export function CallPane(props: CallProps) {
  return (
    <CallProvider {...props}>
      <Panes />
    </CallProvider>
  )
}

const pane = 'min-w-0 p-4 md:px-6 lg:overflow-y-auto lg:py-5'

function Panes() {
  const { isShown } = useCall()
  const { root, press } = useOrderOfCall()
  // The shortcut books from every field. It must be handled before the radio groups get the key, because these handle Enter
  // themselves, even with Ctrl.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || !arePressed(BOOK_KEYS, event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    press()
  }
  return (
    <div
      ref={root}
      onKeyDownCapture={onKeyDown}
      className="grid flex-1 lg:min-h-0 lg:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)_minmax(20rem,25rem)] lg:divide-x lg:divide-line"
    >
      <div className={`${pane} space-y-5`}>
        <CallerField />
        <CallerCard />
        <EarlierTrips />
      </div>
      <div className={`${pane} space-y-5 max-lg:border-t max-lg:border-line`}>
        <RouteCard />
        <WhenFields />
        <GuestFields />
        <Suspense>
          <Needs />
        </Suspense>
        <NoteFields />
      </div>
      <OpenTripQuestion />
      <div className="flex min-w-0 flex-col bg-card max-lg:border-t max-lg:border-line lg:min-h-0">
        <div className="h-40 shrink-0 overflow-hidden lg:h-[26%] lg:min-h-36">
          {isShown && (
            <Suspense fallback={<div className="size-full bg-map-ground" />}>
              <LateMap />
            </Suspense>
          )}
        </div>
        <div className="min-h-0 flex-1 space-y-4 p-4 md:px-5 lg:overflow-y-auto">
          <CarFields />
        </div>
        <BookBar />
      </div>
    </div>
  )
}
