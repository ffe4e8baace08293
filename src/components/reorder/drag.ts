import { placeAt } from './places'

/** If the pointer is this close to the top or bottom edge of the list (px), the list scrolls by `STEP` pixels per frame. */
const EDGE = 56
const STEP = 10

interface Dragged {
  /** Called with the position that the row is dragged over. */
  onMove: (to: number) => void
  /** Called with the position where the row was dropped; with null if the drag was cancelled. */
  onEnd: (to: number | null) => void
}

/** Returns the element that scrolls the list: the list itself, the nearest element around it that scrolls, or the page. */
function scrollerOf(list: Element): Element {
  for (let element: Element | null = list; element; element = element.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY)
    if (scrolls && element.scrollHeight > element.clientHeight) return element
  }
  return document.documentElement
}

/**
 * Follows a pointer that drags a row by its handle. The list is marked `data-rows`; each row has its position in `data-place`.
 * The listeners are on the window: while the rows are re-ordered, the handle may move in the document and would then miss
 * events.
 *
 * @returns a function that cancels the drag
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
    // `pointer.y` is where the drag started: near an edge, the list scrolls only once the pointer moves closer to that edge.
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
