import { placeAt } from './places'

/** This near to the upper or lower edge (px) a list scrolls on, by so many pixels a frame. */
const EDGE = 56
const STEP = 10

interface Dragged {
  /** The row has another place for now. */
  onMove: (to: number) => void
  /** It is let go; `null` where it goes back. */
  onEnd: (to: number | null) => void
}

/** What scrolls a list: its own box, or the page. */
function scrollerOf(list: Element): Element {
  for (let element: Element | null = list; element; element = element.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY)
    if (scrolls && element.scrollHeight > element.clientHeight) return element
  }
  return document.documentElement
}

/**
 * Follows a pointer that holds a row by its handle. The list is marked `data-rows`, each row has its place in `data-place`.
 * The window is listened to: a handle that moves in the document with its row would lose the pointer.
 *
 * @returns what calls it off
 */
export function drag(handle: Element, pointer: { id: number; y: number }, from: number, { onMove, onEnd }: Dragged) {
  const list = handle.closest('[data-rows]')
  if (!list) return () => {}
  const scroller = scrollerOf(list)
  const rows = [...list.querySelectorAll<HTMLElement>('[data-place]')]
  const places = rows.map((row) => Number(row.dataset.place))
  const middles = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 + scroller.scrollTop
  })
  const start = places.indexOf(from)
  let { y } = pointer
  let to = from
  let frame = 0

  const look = () => {
    const next = places[placeAt(y + scroller.scrollTop, middles, start)] ?? from
    if (next !== to) onMove(next)
    to = next
  }
  const scroll = () => {
    const { top, bottom } = scroller === document.documentElement ? page() : scroller.getBoundingClientRect()
    // A handle that lies at the edge from the beginning scrolls nothing until it is moved outwards.
    const way = y < Math.min(top + EDGE, pointer.y) ? -STEP : y > Math.max(bottom - EDGE, pointer.y) ? STEP : 0
    if (way !== 0) {
      scroller.scrollTop += way
      look()
    }
    frame = requestAnimationFrame(scroll)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const [name, listener] of listeners) window.removeEventListener(name, listener, true)
  }
  const end = (place: number | null) => {
    stop()
    onEnd(place)
  }
  const ofPointer = (act: (event: PointerEvent) => void) => (event: Event) => {
    if (((event as PointerEvent).pointerId ?? pointer.id) === pointer.id) act(event as PointerEvent)
  }
  const listeners: [string, (event: Event) => void][] = [
    [
      'pointermove',
      ofPointer((event) => {
        y = event.clientY
        look()
      })
    ],
    ['pointerup', ofPointer(() => end(to))],
    ['pointercancel', ofPointer(() => end(null))],
    [
      'keydown',
      (event) => {
        if ((event as KeyboardEvent).key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end(null)
      }
    ]
  ]
  for (const [name, listener] of listeners) window.addEventListener(name, listener, true)
  frame = requestAnimationFrame(scroll)
  return stop
}

const page = () => ({ top: 0, bottom: window.innerHeight })
