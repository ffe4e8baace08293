/** A later ride, for a calendar entry. */
export interface CalendarRide {
  id: string
  tripAt: string
  /** Duration (s). */
  seconds: number
  /** Grows with each change of the ride, so that a newer file replaces the older entry. */
  sequence: number
  summary: string
  place: string
  lat: number
  lng: number
  text: string
  url: string
}

/** Times are in UTC; each calendar converts them to its own zone. */
const momentOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Longest line in octets (RFC 5545, 3.1). */
const LINE = 75

/** Folds long lines: the next line begins with a space. No character is split. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [lines, room] = ['', LINE]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (size > room) {
      lines += '\r\n '
      room = LINE - 1
    }
    lines += character
    room -= size
  }
  return lines
}

/**
 * A later ride as an iCalendar file (RFC 5545), with a reminder 30 minutes before.
 *
 * @param now time of creation (ms)
 */
export function calendarFile(ride: CalendarRide, now: number): string {
  const begin = Date.parse(ride.tripAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hackney//Bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${ride.id}@hackney`,
    `DTSTAMP:${momentOf(now)}`,
    `SEQUENCE:${ride.sequence}`,
    `DTSTART:${momentOf(begin)}`,
    `DTEND:${momentOf(begin + ride.seconds * 1000)}`,
    `SUMMARY:${escaped(ride.summary)}`,
    `LOCATION:${escaped(ride.place)}`,
    `GEO:${ride.lat};${ride.lng}`,
    `DESCRIPTION:${escaped(ride.text)}`,
    `URL:${ride.url}`,
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT30M',
    `DESCRIPTION:${escaped(ride.summary)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR'
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
